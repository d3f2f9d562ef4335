// What an oracle says, and how the words of several oracles become one.
import type { Execution } from './execution.js'

export type Outcome = 'pass' | 'unknown' | 'fail'

export interface Verdict {
  /** Name of the oracle: `own-response`, `leaks`, `never-settles`. */
  readonly oracle: string
  readonly outcome: Outcome
  /** One sentence for a person: `bob received the answer to ann's call`. */
  readonly message: string
  /**
   * What kind of failure it is, without names of callers: `swap`, `timer`, `deadlock`. The shrinker follows one
   * (oracle, symptom) and keeps others apart.
   */
  readonly symptom?: string
  /** Ordinals (`n`) of the history events that show it. */
  readonly events?: readonly number[]
}

/** Judges an execution. Pure: no I/O, no memory. An oracle that throws is `unknown`. */
export interface Oracle {
  readonly name: string
  judge(execution: Execution): Verdict | readonly Verdict[]
}

const RANK: Record<Outcome, number> = { pass: 0, unknown: 1, fail: 2 }

/** The worst wins; with no verdicts at all nothing was judged, which is `unknown`. */
export const worst = (verdicts: readonly Verdict[]): Outcome =>
  verdicts.length === 0
    ? 'unknown'
    : verdicts.reduce<Outcome>((a, { outcome }) => (RANK[outcome] > RANK[a] ? outcome : a), 'pass')

/** Asks every oracle; one that throws says `unknown` with its message. */
export const judge = (oracles: readonly Oracle[], execution: Execution): Verdict[] =>
  oracles.flatMap((oracle) => {
    try {
      return oracle.judge(execution)
    } catch (error) {
      const message = `the oracle itself threw: ${error instanceof Error ? error.message : String(error)}`
      return { oracle: oracle.name, outcome: 'unknown' as const, message, symptom: 'oracle-threw' }
    }
  })
