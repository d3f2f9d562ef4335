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
