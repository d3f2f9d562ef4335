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
}

/** Names of callers, in order: short, distinct at the first letter, sorted as they start. */
export const CALLER_NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'joe', 'kim', 'lou'] as const
export const callerName = (index: number): string => CALLER_NAMES[index] ?? `caller-${index + 1}`
