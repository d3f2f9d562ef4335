// Mutual exclusion as observed: nobody is inside while somebody else is, whatever the lock says of itself.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { distinct, listedUpTo } from './sentence.js'
import { eventsOf, grouped, overlapsIn, type Span } from './spans.js'

/** Somebody was inside: from what was seen to be done there first to what was seen last. */
export interface Section extends Span {
  /** Who was inside, in words: `bob's reload`. */
  readonly by: string
  /** What is held: a lock, a file, a row. Default: there is one. */
  readonly lock?: string
  /** Others that share it may be inside too: readers, say. Default false. */
  readonly shared?: boolean
  /** Ordinal (`n`) of the history event that shows it. */
  readonly event?: number
}

export interface MutualExclusionOptions {
  /** Every section that was seen. What a look in takes no time for has `until` one moment behind `from`. Pure. */
  readonly sections: (execution: Execution) => readonly Section[]
  /** Default: `mutual-exclusion`. */
  readonly name?: string
}

/**
 * Fails with the symptom `both-inside`, once for each lock, where two sections of one lock, not both of them shared, have a moment in
 * common. What is judged is what was done, not what a lock says: one that hands itself on twice, or that wakes somebody who only wanted to
 * know that it was free, is found by it. A section that was never left lasts to the end.
 */
export const mutualExclusion = ({ sections, name = 'mutual-exclusion' }: MutualExclusionOptions): Oracle => ({
  name,
  judge: (execution) => {
    const verdicts = [...grouped(sections(execution), ({ lock = '' }) => lock)].flatMap(([lock, all]): Verdict[] => {
      const both = overlapsIn(all).filter(([earlier, later]) => !(earlier.shared === true && later.shared === true))
      if (both.length === 0) return []
      const where = lock === '' ? 'inside' : `inside ${lock}`
      const message = listedUpTo(2, distinct(both.map(([earlier, later]) => `${later.by} was ${where} while ${earlier.by} was`)))
      return [{ oracle: name, outcome: 'fail', symptom: 'both-inside', message, ...eventsOf(both.flat()) }]
    })
    return verdicts.length > 0 ? verdicts : { oracle: name, outcome: 'pass', message: 'nobody was inside with somebody else' }
  },
})
