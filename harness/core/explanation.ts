// What is known about why an execution failed, as plain data: places, who waits for whom, the nearest execution that passes.
import type { Access } from './choice.js'
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
  /** The function that waits: `Pool.acquire`. */
  readonly in?: string
  /** Where: `pool.ts:12`. */
  readonly at?: string
}

/** An execution of the same workload that passes and differs from a failing one in a single choice. */
export interface NearestPassing {
  /** Recorded, with steps. */
  readonly execution: Execution
  /** What was left out (a change of the counterexample), shortened (a hold that ends earlier) or put in (any other). */
  readonly flipped: Change
  /** What it follows, calm elsewhere: it can be executed again. Absent where only a picture is known. */
  readonly changes?: readonly Change[]
}

/**
 * One of two steps whose order decides. Where the runtime sees steps (Node) it is told by the lines between which the subject ran; where
 * it sees accesses (Python), by the line of the access.
 */
export interface PairEnd {
  readonly actor: string
  /** Index of the step in the failing execution. */
  readonly step: number
  /** Stable key of its task: `<actor>|<what>|<n>`. */
  readonly key: string
  /** Where the subject went on, or where it made the access. */
  readonly at: Place
  /** Where it waited next, in the outermost function that went on, or `null` where it came to its end or does not wait. */
  readonly until: Place | null
  /** Absent where steps are all that is known. */
  readonly access?: Access
}

/** A caller that was waiting, and at which line. */
export interface WaitingAt {
  readonly actor: string
  readonly at: Place
  /** It waited for what took so long, or never came. Absent where a fault struck it. */
  readonly isAsker?: true
}

/** Why an execution failed: proven by executions, or absent. */
export interface Explanation {
  /**
   * What was shown to decide: the order of two steps, a piece of data (a delay, a fault, how much is read at once), or `nothing`: every other
   * schedule that was tried fails too. `null` where none of these was shown.
   */
  readonly decides: 'order' | 'data' | 'nothing' | null
  /** Other schedules near to this one that were tried and failed, where nothing decides; else absent. */
  readonly tried?: number
  /** Where callers were waiting when a fault struck that decides, or whoever waited for what took so long; else absent. */
  readonly waiting?: readonly WaitingAt[]
  /**
   * In the order in which the failing execution has them: had it been the other way round, it would have passed. `null` where no such
   * execution was found, or where no line of the subject is known for one of the two.
   */
  readonly pair: readonly [PairEnd, PairEnd] | null
  /** One sentence for a person, proven by an execution that passes; `null` where none is proven. */
  readonly sentence: string | null
  /** Executions that it took. */
  readonly executions: number
}
