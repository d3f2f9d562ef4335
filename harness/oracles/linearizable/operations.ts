// From a history to the operations that a model judges: when each began, when it had ended, and what it returned.
import type { Call } from '../../core/history.js'
import type { Operation } from '../models/model.js'

export interface Timed extends Operation {
  readonly call: Call
  /** Ordinals of the history. An operation may take effect at any moment between the two. */
  readonly begin: number
  /** Infinite where it may not have happened yet: then it may take effect at any time after `begin`, or never. */
  readonly end: number
}

/** What `fail` says: the operation has changed nothing (as in Jepsen), or it is an answer like others, which the model judges. */
export type Failures = 'nothing-happened' | 'judged'

export const operationsOf = (calls: readonly Call[], failures: Failures): Timed[] =>
  calls.filter(({ end }) => end?.type !== 'fail' || failures === 'judged').map(timed)

const timed = (call: Call): Timed => {
  const { invoke, end } = call
  const facts = { call, op: invoke.op, input: invoke.input, begin: invoke.n }
  if (end === null || end.type === 'info') return { ...facts, output: undefined, known: false, end: Number.POSITIVE_INFINITY }
  return { ...facts, output: end.output, error: end.type === 'fail' ? (end.error ?? '') : undefined, known: true, end: end.n }
}
