// A strategy is a factory of policies: it sees summaries of earlier executions, never the runtime.
import type { Answer } from '../core/execution.js'
import type { Policy } from '../core/policy.js'

/** What a strategy may know about an execution that one of its policies led to. */
export interface Summary {
  readonly policy: Policy
  readonly answers: readonly Answer[]
  readonly steps: number
  readonly stepsByActor: Readonly<Record<string, number>>
  /** Keys of the tasks in the order in which they ran; only of the first execution of a series. */
  readonly taskKeys: readonly string[] | null
  /** It ended at a limit, or something escaped control: nothing exhaustive can be claimed. */
  readonly incomplete: boolean
}

/** The policies for one workload, one after the other. */
export interface Series {
  /** `null`: nothing is left to try. */
  next(): Policy | null
  /** Told about every execution, before the next policy is asked for. */
  learn(summary: Summary): void
  /** The strategy that made the last policy, where it is not the one that made the series (`portfolio`). */
  by?(): Strategy
  /** What a finished series has shown, for strategies that can say so (`exhaustive`). */
  claim?(): Claim
}

export interface Claim {
  readonly complete: boolean
  /** One sentence: `all 34,650 interleavings`, or `all with at most 2 deviations; not exhaustive: a limit was met`. */
  readonly sentence: string
}

export interface Strategy {
  readonly name: string
  /** Its policies are drawn at random, so that each is an independent chance; false where they are enumerated. */
  readonly draws: boolean
  /** It visits all schedules of a workload those with few deviations first, which several processes can do together. `atMost`: deviations; `null`: any number. */
  readonly enumerates?: { readonly atMost: number | null }
  /**
   * `seed`: u32. The same seed, expectation and summaries give the same policies.
   * `expected`: how many policies will be asked for at most, where that is known.
   */
  series(seed: number, expected?: number): Series
  /**
   * A long series on one workload, taken apart: the `nth` part of it, from 0; each is `length` policies long, the last one maybe
   * shorter. It begins with the calm schedule, as its own profile. For strategies that enumerate something first: each part goes on
   * where the one before it ended. Where this is missing, a part is a series with a seed of its own.
   */
  part?(seed: number, length: number, nth: number): Series
}
