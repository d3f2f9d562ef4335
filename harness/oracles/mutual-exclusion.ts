// Mutual exclusion as observed: nobody is inside while somebody else is, whatever the lock says of itself.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { distinct, listedUpTo } from './sentence.js'
import { eventsOf, grouped, overlapsOfOthers, type Span } from './spans.js'

/** Somebody was inside: from what was seen to be done there first to what was seen last. */
export interface Section extends Span {
  /** Who was inside, in words: `bob's reload`. */
  readonly by: string
  /** What is held: a lock, a file, a row. Default: there is one. */
  readonly lock?: string
  /** Others that share it may be inside too: readers, say. Default false. */
  readonly shared?: boolean
  /**
   * Who holds it, where the lock lets its holder in again: a section is not held against another one of the same owner. Default: every
   * section is somebody else's.
   */
  readonly owner?: string
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
 * Fails with the symptom `both-inside`, once for each lock, where two sections of one lock, neither both shared nor of one `owner`, have a
 * moment in common. What is judged is what was done, not what a lock says: one that hands itself on twice, or that wakes somebody who only
 * wanted to know that it was free, is found by it. A section that was never left lasts to the end. Unknown where one ends before it begins.
 */
export const mutualExclusion = ({ sections, name = 'mutual-exclusion' }: MutualExclusionOptions): Oracle => ({
  name,
  judge: (execution) => {
    const seen = sections(execution)
    const verdicts = [...grouped(seen, ({ lock = '' }) => lock)].flatMap(([lock, all]): Verdict[] => {
      const both = overlapsOfOthers(all).filter(([earlier, later]) => !(earlier.shared === true && later.shared === true))
      if (both.length === 0) return []
      const where = lock === '' ? 'inside' : `inside ${lock}`
      const message = listedUpTo(2, distinct(both.map(([earlier, later]) => `${later.by} was ${where} while ${earlier.by} was`)))
      return [{ oracle: name, outcome: 'fail', symptom: 'both-inside', message, ...eventsOf(both.flat()) }]
    })
    if (verdicts.length > 0) return verdicts
    const message = seen.length === 0 ? `${name}: nothing to judge (nobody was inside)` : 'nobody was inside with somebody else'
    return { oracle: name, outcome: 'pass', message }
  },
})
