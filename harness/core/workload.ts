// What the callers are to do: plain data, so that it travels in a token and shrinks.
import type { Json } from './history.js'

export interface Operation {
  readonly op: string
  /** Unique in its workload; the answer that belongs to this operation carries it. */
  readonly token: string
  readonly input: Json
}

export interface CallerPlan {
  readonly name: string
  readonly operations: readonly Operation[]
}

export interface Workload {
  readonly callers: readonly CallerPlan[]
  /** u32; seeds the subject's own random streams. Part of the workload, so that shrinking a schedule never changes data. */
  readonly subjectSeed: number
  /** What a property was given, written so that it can be read again; the hash (u32) of its text where it cannot be written. */
  readonly value?: string | number
}

/** How workloads are drawn. */
export interface DrawOptions {
  /** u32. The same seed draws the same workloads. */
  readonly seed: number
  /** Of a workload that was drawn with this seed before: the drawing starts there. */
  readonly path?: string
  /** How many workloads at most, shrinking excluded. */
  readonly runs: number
  /** Ends the drawing; what was found so far is returned. */
  readonly signal?: AbortSignal
}

/** A workload and what draws it again. */
export interface DrawnWorkload {
  readonly workload: Workload
  readonly seed: number
  readonly path: string
}

/** Names of callers, in order: short, distinct at the first letter, sorted as they start. */
const CALLER_NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'joe', 'kim', 'lou'] as const
export const callerName = (index: number): string => CALLER_NAMES[index] ?? `caller-${index + 1}`
