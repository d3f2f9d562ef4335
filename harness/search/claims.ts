// What strategies that end by themselves have shown, over all workloads of a search.
import type { Claim } from '../strategies/strategy.js'
import { addWalks, claimOf, leftOf, type Walk } from '../strategies/walk.js'

/** Counts of series, as plain data. */
export interface Claims {
  readonly series: number
  readonly complete: number
  /** What the last one that claims anything has shown. */
  readonly last: string | null
  /** Enumerations that several shares have a part in, and that have schedules left. */
  readonly open: number
  /** The one whose shares were added last; it is not among the series yet. */
  readonly walk: WorkloadWalk | null
}

export interface WorkloadWalk extends Walk {
  /** See `Part`. */
  readonly workload: number
}

export const NO_CLAIMS: Claims = { series: 0, complete: 0, last: null, open: 0, walk: null }

/** With what one more series says; `null` where its strategy claims nothing. */
export const withClaim = (claims: Claims, claim: Claim | null): Claims => ({
  ...claims,
  series: claims.series + 1,
  complete: claims.complete + (claim?.complete === true ? 1 : 0),
  last: claim?.sentence ?? claims.last,
})

export const addClaims = (a: Claims, b: Claims): Claims => {
  if (a.walk !== null && a.walk.workload === b.walk?.workload) return { ...a, walk: { ...a.walk, ...addWalks(a.walk, b.walk) } }
  if (b.series === 0 && b.walk === null) return a
  const before = closed(a)
  return {
    series: before.series + b.series,
    complete: before.complete + b.complete,
    last: b.last ?? before.last,
    open: before.open + b.open,
    walk: b.walk,
  }
}

const closed = (claims: Claims): Claims => {
  const { walk, open } = claims
  if (walk === null) return claims
  return withClaim({ ...claims, open: open + (leftOf(walk) > 0 ? 1 : 0), walk: null }, claimOf(walk))
}

/** Whether an enumeration ended before it was through. */
export const hasOpen = (claims: Claims): boolean => closed(claims).open > 0

/** `null` where no strategy claims anything. `model`: the id of the loop model, without which a claim means nothing. */
export const claimSentence = (claims: Claims, model: string): string | null => {
  const { series, complete, last } = closed(claims)
  if (last === null) return null
  const between = model.startsWith('py') ? 'control points' : 'awaits or events'
  const of = `under model ${model}, a step being what runs between two ${between}`
  if (series === 1) return `${last}, ${of}`
  return `complete for ${complete} of ${series} workloads (the last: ${last}), ${of}`
}
