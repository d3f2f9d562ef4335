// Strategy: every schedule there is, or every one with few deviations.

import { childrenOf, depthOf, type Prefix, policyOf, ROOT, visitOf } from './prefix.js'
import type { Series, Strategy } from './strategy.js'
import { claimOf, countKinds, countVisit, startWalking } from './walk.js'

export interface ExhaustiveOptions {
  /** Only schedules with at most so many choices that are not the default. Default: all. */
  readonly deviationsAtMost?: number
}

/** What is beyond it is not visited, and nothing exhaustive is claimed. */
export const FRONTIER_AT_MOST = 1_000_000

/**
 * Visits each schedule once, those with few deviations first: an execution follows its prefix and is calm beyond it, and each option
 * that it did not take beyond the prefix is a new prefix, which is visited after those that are there already. So a search that ends
 * too early can still say something whole, and everybody knows how many are to come next: that is what lets processes and machines
 * visit them together. The price is a frontier as wide as there are schedules with one number of deviations.
 *
 * The claim is complete only when the frontier is empty, every execution followed its prefix, and none was cut short.
 */
export const exhaustive = ({ deviationsAtMost = Number.POSITIVE_INFINITY }: ExhaustiveOptions = {}): Strategy => {
  const atMost = Number.isFinite(deviationsAtMost) ? deviationsAtMost : null
  return {
    name: 'exhaustive',
    draws: false,
    enumerates: { atMost },
    series: () => createFrontier(atMost),
  }
}

const createFrontier = (atMost: number | null): Series => {
  const walking = startWalking(atMost)
  let level: readonly Prefix[] = [ROOT]
  let next: Prefix[] = []
  let taken = 0
  let running: Prefix = ROOT
  return {
    next: () => {
      if (taken === level.length) {
        level = next
        next = []
        taken = 0
      }
      const prefix = level[taken]
      if (prefix === undefined) return null
      taken++
      running = prefix
      return policyOf(prefix)
    },
    learn: (summary) => {
      const visit = visitOf(running, summary)
      countVisit(walking, visit, depthOf(running))
      countKinds(walking.kinds, summary)
      for (const child of childrenOf(running, visit, atMost)) if (next.length < FRONTIER_AT_MOST) next.push(child)
    },
    claim: () => claimOf(walking),
  }
}
