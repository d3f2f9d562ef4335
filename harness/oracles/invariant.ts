// A condition of the user's own about a whole execution.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { shortened } from './sentence.js'

/** `true` or nothing: it holds. `false`: it does not. A text: it does not, and this is why. */
export type Holds = boolean | string | undefined | void

/**
 * Fails, under `name`, where `holds` returns `false` or a sentence, or throws an assertion error (of `node:assert`, vitest, chai);
 * the symptom is `violated`. Any other error makes it unknown. `holds` must be a function of the execution alone.
 */
export const invariant = (name: string, holds: (execution: Execution) => Holds): Oracle => {
  const pass: Verdict = { oracle: name, outcome: 'pass', message: `${name}: holds` }
  const violated = (why: string): Verdict => ({ oracle: name, outcome: 'fail', symptom: 'violated', message: why })
  return {
    name,
    judge: (execution) => {
      try {
        const answer = holds(execution)
        if (typeof answer === 'string') return violated(answer)
        return answer === false ? violated(`${name}: does not hold`) : pass
      } catch (error) {
        if (isAssertion(error)) return violated(`${name}: ${shortened(firstLine(error.message), 200)}`)
        throw error
      }
    },
  }
}

const isAssertion = (error: unknown): error is Error =>
  error instanceof Error && (error.name.startsWith('AssertionError') || ('code' in error && error.code === 'ERR_ASSERTION'))

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
