// No answer is given to two at a time: ports, ids, seats, slots, leases.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { distinct, listedUpTo } from './sentence.js'
import { eventsOf, grouped, overlapsOfOthers, type Span } from './spans.js'

/** Something that somebody was given, and has until it gives it back. */
export interface Given extends Span {
  /** What it is, as whoever has it would say it: `4711`. */
  readonly answer: string | number
  /** Who has it. */
  readonly to: string
  /**
   * Who may be given it again while having it, as whoever renews a lease: the same owner's are not held against each other. Default: nobody
   * may.
   */
  readonly owner?: string
  /** Ordinal (`n`) of the history event that shows it. */
  readonly event?: number
}

export interface UniqueAnswersOptions {
  /** All that was given out. Pure. */
  readonly given: (execution: Execution) => readonly Given[]
  /** What an answer is, in words. Default: `answer`. */
  readonly what?: string
  /** Default: `unique-answers`. */
  readonly name?: string
}

/**
 * Fails with the symptom `given-twice`, once for each answer, where two have the same one at a time, or one has it twice without being its
 * `owner`. What was given back may be given again. Unknown where one was given back before it was given.
 */
export const uniqueAnswers = ({ given, what = 'answer', name = 'unique-answers' }: UniqueAnswersOptions): Oracle => ({
  name,
  judge: (execution) => {
    const all = given(execution)
    const verdicts = [...grouped(all, ({ answer }) => String(answer))].flatMap(([answer, same]): Verdict[] => {
      const twice = overlapsOfOthers(same)
      if (twice.length === 0) return []
      const holders = same.filter((one) => twice.some((pair) => pair.includes(one)))
      const names = distinct(holders.map(({ to }) => to))
      const message = `${what} ${answer} was given to ${listedUpTo(3, names)} ${names.length === 1 ? 'twice' : 'at the same time'}`
      return [{ oracle: name, outcome: 'fail', symptom: 'given-twice', message, ...eventsOf(holders) }]
    })
    if (verdicts.length > 0) return verdicts
    const message = all.length === 0 ? `${name}: nothing to judge (no ${what} was given)` : `no ${what} was given to two`
    return { oracle: name, outcome: 'pass', message }
  },
})
