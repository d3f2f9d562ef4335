// What a search has to say at its end, as plain data: the search fills it, reporters draw it, `--json` prints it. Format 1.
import type { Execution } from './execution.js'
import type { Explanation, NearestPassing, Place, Wait } from './explanation.js'
import type { Change, Hold } from './policy.js'
import type { Outcome, Verdict } from './verdict.js'
import type { Workload } from './workload.js'

/** Why a search ended: at its first failure, at its budget, with nothing left to try, or because somebody interrupted it. */
export type Stopped = 'found' | 'budget' | 'exhausted' | 'interrupted'

/** A hold that is left after shrinking, with what is known about it. Its keys name actor and task: `ann|net.data rpc|1`. */
export interface ExplainedHold extends Hold {
  /** Where the subject waited for the held task: `client.ts:21`. Absent where nobody looked. */
  readonly at?: string
  /** What the same execution comes to without this hold; `null` where that was not tried. `pass` earns "all would have been well". */
  readonly without: Outcome | null
}

/** A size of a failure, before or after shrinking. */
export interface FailureSize {
  readonly callers: number
  readonly calls: number
  readonly holds: number
  readonly deviations: number
}

export interface ShrinkCounts {
  readonly before: FailureSize
  readonly after: FailureSize
  /** Executions that shrinking took. */
  readonly executions: number
  readonly ms: number
}

/** What a race file says of a race that it knows. */
export interface KnownRace {
  /** The last day (of UTC) on which the race is not red: `2027-01-31`. */
  readonly until: string
  readonly reason: string
  /** That day has not passed. */
  readonly holds: boolean
  /** Of the race file, relative to the working directory. */
  readonly file: string
}

/** One failure, as small as the shrinker could make it. */
export interface Counterexample {
  /** The one that the report leads with; among `verdicts`. */
  readonly verdict: Verdict
  /** All verdicts about `execution`. */
  readonly verdicts: readonly Verdict[]
  /** The shrunk execution, recorded: with steps and deviations. */
  readonly execution: Execution
  readonly workload: Workload
  /** Tasks that were slow. */
  readonly holds: readonly ExplainedHold[]
  /** What is left besides the holds. `holds.length + deviations.length` is what reports call "deviations left". */
  readonly deviations: readonly Change[]
  /**
   * Executions over all workloads up to and with the failure, from 1; shrinking and confirming excluded, but for one that was met while
   * another was made small: those of shrinking that one, up to it, are counted.
   */
  readonly scheduleNumber: number
  /** After so many executions of shrinking the one before it, from 1. Absent where it was found by the search itself. */
  readonly metWhileShrinking?: number
  /** Milliseconds from the start of the search to the failure; shrinking excluded, with the same exception. */
  readonly foundMs: number
  /** Name of the strategy whose policy showed it: with a portfolio, the one inside it; `shrink` where none did. */
  readonly strategy: string
  /** Id of the race in the scenario's list; `null` where it fits none or the scenario lists none. */
  readonly race: string | null
  /** `null` where nothing was shrunk (a replay). */
  readonly shrink: ShrinkCounts | null
  /** Self-contained replay token. */
  readonly token: string
  /** Absent where nobody looked for one. */
  readonly explanation?: Explanation
  /** Absent where nobody looked for one. */
  readonly nearestPassing?: NearestPassing
  /** Lines of the subject whose order decides, the one to look at first in front. Absent where nobody looked. */
  readonly places?: readonly Place[]
  /** Who waits for whom at the end. Absent where nobody looked. */
  readonly waits?: readonly Wait[]
  /** Absent unless a race file says that the race is known. */
  readonly known?: KnownRace
}

/** What a search without a finding is worth. */
export interface Worth {
  readonly executions: number
  readonly distinct: number
  /** How many of the executions had a policy that was drawn at random: only these are independent chances. */
  readonly draws: number
  /** A bug that shows in an execution with at least this probability would have been seen with 95 %; `null` without draws. */
  readonly smallestProbability: number | null
  /** What a strategy that ended by itself has shown: `all 34,650 interleavings`. */
  readonly claim: string | null
}

/** A verdict that did not fail and did not pass either, with how often it was given. */
export interface UnknownCount {
  readonly verdict: Verdict
  readonly count: number
}

export interface SearchReport {
  readonly format: 1
  readonly scenario: string
  readonly variant: string
  /** Name of the oracle that should fail, `pass`, or `null` where the scenario does not say. */
  readonly expect: string | null
  readonly outcome: Outcome
  /** The outcome is what `expect` says (without one: `pass`). */
  readonly met: boolean
  readonly runtime: string
  readonly strategy: string
  /** u32. */
  readonly seed: number
  readonly executions: number
  /** Different interleavings among them, told apart by trace hash (within one workload). */
  readonly distinct: number
  readonly workloads: number
  readonly ms: number
  readonly stopped: Stopped
  /**
   * The one that ended the search, and behind it one of another kind, if such was met while it was made small; with `--keep-going` one for
   * each distinct failure. Empty unless `outcome` is `fail`.
   */
  readonly counterexamples: readonly Counterexample[]
  readonly unknowns: readonly UnknownCount[]
  readonly worth: Worth
  /** Sentences for a person that change how far the report can be trusted: native work let through, a vacuous workload. */
  readonly notes: readonly string[]
  /**
   * Only of a part of a search (`--shard 2/3`): which one, from 1, and all that `crosswire merge` has to know of it, in one word; `null`
   * where it has not begun.
   */
  readonly shard?: { readonly index: number; readonly of: number; readonly seen: string | null }
}

/** Where a running search stands: what a progress line draws. */
export interface SearchProgress {
  readonly scenario: string
  readonly variant: string
  readonly executions: number
  readonly distinct: number
  readonly ms: number
  /** How much of the budget is used up, 0 to 1. */
  readonly done: number
}

/**
 * What `executions` without a failure are worth. If each of `draws` independent executions shows a bug with probability p, all of
 * them miss it with (1 - p)^draws; that is 5 % at the probability returned (the exact form of the "rule of three").
 */
export const worthOf = (executions: number, distinct: number, draws: number, claim: string | null = null): Worth => ({
  executions,
  distinct,
  draws,
  smallestProbability: draws > 0 ? 1 - 0.05 ** (1 / draws) : null,
  claim,
})
