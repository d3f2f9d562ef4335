// The error for a subject that remembers: no race is claimed on the word of an execution that cannot be had again.
import { HarnessError } from '../core/errors.js'
import type { Difference } from './first-difference.js'

const REMEDY =
  "make what the module keeps anew for each execution: a reset hook of the subject, a factory, or isolate: 'worker' with recycle: 1"

/** `STATE_LEAKED_BETWEEN_EXECUTIONS`, with the first step that differs where it is known. */
export const stateLeaked = (message: string, difference: Difference | null): HarnessError =>
  new HarnessError(
    'STATE_LEAKED_BETWEEN_EXECUTIONS',
    difference === null ? message : `${message}; first at step ${difference.step}`,
    {
      ...(difference === null ? {} : { found: difference.found, expected: difference.expected }),
      usually: 'a module-level connection, counter or cache that one execution leaves to the next',
      remedy: REMEDY,
    },
  )
