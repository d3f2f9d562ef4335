// Strategy: every schedule there is, or every one with few deviations.
import { createFrontier } from './frontier.js'
import { flat, policyOf, ROOT, visitOf } from './prefix.js'
import type { Series, Strategy } from './strategy.js'
import { claimOf, countKinds, countVisit, startWalking } from './walk.js'

export interface ExhaustiveOptions {
  /** Only schedules with at most so many choices that are not the default. Default: all. */
  readonly deviationsAtMost?: number
}

/**
 * Visits each schedule once, those with few deviations first: an execution follows its prefix and is calm beyond it, and each option
 * that it did not take beyond the prefix is a new prefix, which is visited after all that have as many deviations as its own. So a search
 * that ends too early can still say something whole, and everybody knows how many are to come next: that is what lets processes and machines
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
    series: () => createSeries(atMost),
  }
}

const createSeries = (atMost: number | null): Series => {
  const walking = startWalking(atMost)
  const frontier = createFrontier({ atMost })
  let taken = 0
  let running = ROOT
  return {
    next: () => {
      if (taken === frontier.level.length) {
        frontier.descend()
        taken = 0
      }
      const prefix = frontier.level[taken]
      if (prefix === undefined) return null
      taken++
      running = prefix
      return policyOf(flat(prefix))
    },
    learn: (summary) => {
      const visit = visitOf(flat(running), summary)
      countVisit(walking, visit, frontier.depth)
      countKinds(walking.kinds, summary)
      frontier.learn(running, visit)
    },
    claim: () => claimOf(walking),
  }
}
