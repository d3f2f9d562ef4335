// Ambient state (an environment variable, a working directory, a global setting) is after the work what it was before it.
import { isDeepStrictEqual } from 'node:util'
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { notJudged } from './at-the-end.js'
import { listed, spelled } from './sentence.js'

/** Values by name; a name that is not there, or `undefined`, is absent. Plain data. */
export type AmbientState = Readonly<Record<string, unknown>>

export interface RestoredOptions {
  /** Name of the oracle. Default `restored`. */
  readonly name?: string
  readonly before: (execution: Execution) => AmbientState
  readonly after: (execution: Execution) => AmbientState
}

/**
 * Fails with the symptom `changed` where a value is not after the work what it was before it, absence included; the message names
 * each. Not judged is an execution that did not complete, and one in which a call was given up. `before` and `after` must be
 * functions of the execution alone; where one throws it is unknown.
 */
export const restored = ({ name = 'restored', before, after }: RestoredOptions): Oracle => {
  const pass = (message: string): Verdict => ({ oracle: name, outcome: 'pass', message })
  return {
    name,
    judge: (execution) => {
      const why = notJudged(execution)
      if (why !== null) return pass(why)
      const [was, is] = [before(execution), after(execution)]
      const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
      const changed = names.filter((key) => !isDeepStrictEqual(was[key], is[key]))
      if (changed.length === 0) return pass('everything is what it was before')
      const message = listed(changed.map((key) => `${key} was ${told(was[key])} before and is ${told(is[key])} after`))
      return { oracle: name, outcome: 'fail', symptom: 'changed', message }
    },
  }
}

const told = (value: unknown): string => (value === undefined ? 'absent' : spelled(value))
