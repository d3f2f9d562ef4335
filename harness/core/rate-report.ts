// What runs in the real world have to say: rates, and what failed, as plain data. Reporters draw it, `--json` prints it. Format 1.
import type { EndKind, Execution } from './execution.js'
import type { SearchReport, UnknownCount } from './report.js'
import type { Outcome, Verdict } from './verdict.js'
import type { Workload } from './workload.js'

/** One run, in a line. */
export interface RunLine {
  /** From 1. */
  readonly run: number
  /** u32: draws the run's workload, delays and faults. It does not make a run happen again. */
  readonly seed: number
  readonly outcome: Outcome
  readonly end: EndKind
  /** The verdict that leads: `own-response`, `swap`; `null` where it passed. */
  readonly oracle: string | null
  readonly symptom: string | null
  /** Id of the race in the scenario's list; `null` where it fits none. */
  readonly race: string | null
  /** The oracle that the scenario expects to fail was among those that did; where it expects none, any failed. */
  readonly shown: boolean
  /** Nothing happened any more, and it was ended; who waited then. */
  readonly hung: readonly string[] | null
  /** Two callers were at work at the same time. */
  readonly overlapped: boolean
  /** Real ms, with the start and the end of its processes. */
  readonly ms: number
  /** Real ms from the first thing that the callers did to the end. */
  readonly callersMs: number
  /** What became of the order that was held for; `null` where none was. */
  readonly order: RunOrder | null
}

export interface RunOrder {
  readonly met: boolean
  /** Real ms for which answers were kept back. */
  readonly heldMs: number
  /** What had not come when holding was given up. */
  readonly missed: readonly string[]
}

/** A kind of failure, by oracle, symptom and race, with the first run that showed it. It has no token: nothing could replay it. */
export interface RealFailure {
  readonly verdict: Verdict
  /** All verdicts on `execution`. */
  readonly verdicts: readonly Verdict[]
  /** Recorded in real ms; without steps. */
  readonly execution: Execution
  readonly workload: Workload
  readonly race: string | null
  readonly run: number
  readonly seed: number
  /** Runs that this kind of failure led. */
  readonly count: number
}

/** For which order the dispatcher kept its answers back. */
export interface HeldOrder {
  /** Who said which: `--hold=TOKEN`, or the search with this seed. */
  readonly from: 'token' | 'search'
  /** The counterexample whose order it is. */
  readonly token: string
  /** Moments, in order: `begins TAG-1`, `arrives TAG-1`, `answered TAG-1`, `ends TAG-1`. */
  readonly order: readonly string[]
  /** Real ms for which answers are kept back in a run, at most. */
  readonly boundMs: number
  /** Finished runs in which the order was met. */
  readonly met: number
}

/** The simulated search for the same variant, with the same seed. */
export type SearchNumbers = Pick<SearchReport, 'outcome' | 'met' | 'executions' | 'ms' | 'strategy' | 'seed'> & {
  /** Executions up to the first failure; `null` where none was found. */
  readonly scheduleNumber: number | null
  readonly foundMs: number | null
}

export interface RateReport {
  readonly format: 1
  readonly scenario: string
  readonly variant: string
  /** Name of the oracle that should fail, `pass`, or `null` where the scenario does not say. */
  readonly expect: string | null
  readonly runtime: 'real'
  readonly outcome: Outcome
  /** The outcome is what `expect` says (without one: `pass`). */
  readonly met: boolean
  /** u32. */
  readonly seed: number
  /** Runs that were asked for. */
  readonly asked: number
  readonly runs: readonly RunLine[]
  readonly passed: number
  readonly failed: number
  readonly unknown: number
  /** Runs in which what is expected showed. */
  readonly shown: number
  /** Runs that hung, whatever was said of them. */
  readonly hung: number
  /** Real ms of all finished runs. */
  readonly ms: number
  readonly stopped: 'done' | 'interrupted'
  /** One for each kind, the expected one first. */
  readonly failures: readonly RealFailure[]
  readonly unknowns: readonly UnknownCount[]
  readonly hold: HeldOrder | null
  readonly search: SearchNumbers
  /** Sentences for a person that change how far the report can be trusted. */
  readonly notes: readonly string[]
}

/** A variant beside itself: what the simulated search says, the real world, and the real world with an order held. */
export interface Comparison {
  readonly scenario: string
  readonly variant: string
  readonly expect: string | null
  readonly search: SearchNumbers
  /** `null` where it was interrupted before it began. */
  readonly free: RateReport | null
  /** The callers of the counterexample whose order is held, without holding: what holding is to be measured by. */
  readonly unheld: RateReport | null
  readonly held: RateReport | null
  /** Why nothing was held; `null` where it was. */
  readonly notHeld: string | null
}

export const searchNumbers = (report: SearchReport): SearchNumbers => {
  const { outcome, met, executions, ms, strategy, seed, counterexamples } = report
  const [first] = counterexamples
  return {
    outcome,
    met,
    executions,
    ms,
    // With a portfolio, the one inside it that showed the failure.
    strategy: first?.strategy ?? strategy,
    seed,
    scheduleNumber: first?.scheduleNumber ?? null,
    foundMs: first?.foundMs ?? null,
  }
}
