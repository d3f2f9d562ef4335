// What is known about why an execution failed, as plain data: places, who waits for whom, the nearest execution that passes.
import type { Execution } from './execution.js'
import type { Change } from './policy.js'

/** A line of the subject. `file` is relative to the working directory, or absolute. */
export interface Place {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column?: number
}

/** Somebody who had not come to an end, and what for. */
export interface Wait {
  readonly actor: string
  /** The actor that would have to move first; `null` where it waits for nobody in particular. */
  readonly waitsFor: string | null
  /** What it waits for: `the lock of pool.ts`. */
  readonly what?: string
  /** Where: `pool.ts:12`. */
  readonly at?: string
}

/** An execution of the same workload that passes and differs from the failing one in a single choice. */
export interface NearestPassing {
  /** Recorded, with steps. */
  readonly execution: Execution
  /** The change that was left out, or put in. */
  readonly flipped: Change
}

/** One of two steps whose order decides: where the subject went on, and where it stopped next. */
export interface PairEnd {
  readonly actor: string
  /** Index of the step in the failing execution. */
  readonly step: number
  /** Where the subject went on. */
  readonly at: Place
  /** Where it waited next, or `null` where it came to its end. */
  readonly until: Place | null
}

/** Why an execution failed: proven by executions, or absent. */
export interface Explanation {
  /** In the order in which the failing execution has them: had it been the other way round, it would have passed. */
  readonly pair: readonly [PairEnd, PairEnd] | null
  /** One sentence for a person; `null` where none is proven. */
  readonly sentence: string | null
}
