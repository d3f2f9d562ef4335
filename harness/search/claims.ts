// What strategies that end by themselves have shown, over all workloads of a search.
import type { Claim } from '../strategies/strategy.js'

/** Counts of series, as plain data. */
export interface Claims {
  readonly series: number
  readonly complete: number
  /** What the last one that claims anything has shown. */
  readonly last: string | null
}

export const NO_CLAIMS: Claims = { series: 0, complete: 0, last: null }

/** With what one more series says; `null` where its strategy claims nothing. */
export const withClaim = ({ series, complete, last }: Claims, claim: Claim | null): Claims => ({
  series: series + 1,
  complete: complete + (claim?.complete === true ? 1 : 0),
  last: claim?.sentence ?? last,
})

export const addClaims = (a: Claims, b: Claims): Claims => ({
  series: a.series + b.series,
  complete: a.complete + b.complete,
  last: b.last ?? a.last,
})

/** `null` where no strategy claims anything. `model`: the id of the loop model, without which a claim means nothing. */
export const claimSentence = ({ series, complete, last }: Claims, model: string): string | null => {
  if (last === null) return null
  const of = `under model ${model}, a step being what runs between two awaits or events`
  if (series === 1) return `${last}, ${of}`
  return `complete for ${complete} of ${series} workloads (the last: ${last}), ${of}`
}
