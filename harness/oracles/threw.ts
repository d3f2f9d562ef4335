// Whether the execution was ended by an error that nobody caught, or by the death of the process that ran it.
import type { End } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { shortened } from './sentence.js'

const THREW = 'threw'
const PASS: Verdict = { oracle: THREW, outcome: 'pass', message: 'nothing was thrown out of the body' }

/**
 * Fails where the body or a caller threw what the workload does not allow (symptom: the error's name) and where the subject's
 * process died (`crashed`). Unknown where the watchdog ended a loop that no choice reaches (`out-of-control`).
 */
export const threw = (): Oracle => ({ name: THREW, judge: ({ end }) => verdictOn(end) })

const verdictOn = (end: End): Verdict => {
  switch (end.kind) {
    case 'threw':
      return { oracle: THREW, outcome: 'fail', symptom: end.error?.name ?? 'threw', message: thrown(end) }
    case 'crashed':
      return {
        oracle: THREW,
        outcome: 'fail',
        symptom: 'crashed',
        message: end.message === '' ? 'the process of the subject died' : shortened(end.message, 300),
      }
    case 'out-of-control':
      return {
        oracle: THREW,
        outcome: 'unknown',
        symptom: 'out-of-control',
        message: end.message === '' ? 'the watchdog ended it' : shortened(end.message, 300),
      }
    default:
      return PASS
  }
}

const thrown = ({ message, error }: End): string => {
  if (message !== '') return shortened(message, 300)
  return error === undefined ? 'something was thrown' : shortened(`${error.name}: ${error.message}`, 300)
}
