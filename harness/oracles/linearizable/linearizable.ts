// The oracle of strong contracts: an object that is used by many answers as if its operations came one at a time.
import { type Call, callsOf, isNotDispatcher } from '../../core/history.js'
import type { Oracle, Verdict } from '../../core/verdict.js'
import type { Model } from '../models/model.js'
import { shortened, spelled } from '../sentence.js'
import { findOrder } from './find-order.js'
import { type Failures, operationsOf, type Timed } from './operations.js'

export interface LinearizableOptions {
  /** Default: `linearizable`. */
  readonly name?: string
  /** What an operation that ended as `fail` has done. Default: `nothing-happened`. */
  readonly failures?: Failures
  /** Calls that are operations on the object. Default: all of callers; never those of dispatchers. */
  readonly judged?: (call: Call) => boolean
  /** Pairs (operations done, state) that are looked at for one part, from 1. Default: 100,000. Beyond it nothing is said. */
  readonly atMost?: number
}

/**
 * Judges that the operations, in some order that keeps every one between its beginning and its end, returned what `model` would have
 * returned (Herlihy and Wing, "Linearizability", TOPLAS 1990). Fails with the symptom `no-order`, and names the operation that no order
 * explains. One that ended as `info`, or never, may have happened or not. Each part of the model is judged by itself. Unknown where
 * nothing was recorded, or where more was to be tried than `atMost`.
 */
export const linearizable = <State>(model: Model<State>, options: LinearizableOptions = {}): Oracle => {
  const { name = 'linearizable', failures = 'nothing-happened', judged = () => true, atMost = 100_000 } = options
  const judgePart = (operations: readonly Timed[]): Verdict[] => {
    const answer = findOrder(operations, model, atMost)
    if (answer.kind === 'order') return []
    if (answer.kind === 'unknown')
      return [{ oracle: name, outcome: 'unknown', symptom: 'too-many-orders', message: tooMany(operations) }]
    const culprit = firstMissing(operations, answer.longest)
    return [
      {
        oracle: name,
        outcome: 'fail',
        symptom: 'no-order',
        message: noOrder(culprit, answer.longest),
        events: eventsOf(culprit),
      },
    ]
  }
  const tooMany = ({ length }: readonly Timed[]): string =>
    `${name}: ${length} operations overlap in more ways than ${atMost.toLocaleString('en')} attempts can tell`
  return {
    name,
    judge: ({ history }) => {
      const operations = operationsOf(callsOf(history, isNotDispatcher).filter(judged), failures)
      if (operations.length === 0)
        return {
          oracle: name,
          outcome: 'unknown',
          symptom: 'nothing-to-judge',
          message: `${name}: nothing to judge (no operation was recorded)`,
        }
      const verdicts = partsOf(operations, model).flatMap(judgePart)
      return verdicts.length > 0
        ? verdicts
        : { oracle: name, outcome: 'pass', message: `${name}: an order explains every answer` }
    },
  }
}

const partsOf = <State>(operations: readonly Timed[], model: Model<State>): Timed[][] => {
  const parts = new Map<string, Timed[]>()
  for (const operation of operations) {
    const part = model.part?.(operation) ?? ''
    const others = parts.get(part)
    if (others === undefined) parts.set(part, [operation])
    else others.push(operation)
  }
  return [...parts.values()]
}

/** Of those that even the longest order leaves out, the one that had ended first. */
const firstMissing = (operations: readonly Timed[], longest: readonly Timed[]): Timed => {
  const explained = new Set(longest)
  const missing = operations.filter((operation) => operation.known && !explained.has(operation))
  return missing.reduce((first, other) => (other.end < first.end ? other : first))
}

const noOrder = (culprit: Timed, longest: readonly Timed[]): string => {
  const { op, input, output, error, call } = culprit
  const returned = error === undefined ? `returned ${spelled(output)}` : `failed with "${shortened(error)}"`
  const asked = input === undefined ? op : `${op} ${spelled(input)}`
  return `${call.invoke.actor}'s ${asked} ${returned}, which no order of the operations explains${after(longest)}`
}

const after = (longest: readonly Timed[]): string => {
  const last = longest[longest.length - 1]
  if (last === undefined) return ''
  const { op, input, call } = last
  return `: the best one ends with ${call.invoke.actor}'s ${input === undefined ? op : `${op} ${spelled(input)}`}`
}

const eventsOf = ({ call: { invoke, end } }: Timed): number[] => (end === null ? [invoke.n] : [invoke.n, end.n])
