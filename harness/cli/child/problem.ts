// Errors as plain data, for the parent.
import { textOf } from '../../core/brief-text.js'
import { HarnessError } from '../../core/errors.js'
import type { Problem } from '../messages.js'
import { ReportedError } from '../reported-error.js'

export const problemOf = (error: unknown): Problem => {
  if (error instanceof ReportedError) return error.problem
  if (error instanceof HarnessError) return { code: error.code, fault: error.fault, text: error.message }
  return { code: 'INTERNAL', fault: 'internal', text: `INTERNAL: ${textOf(error)}` }
}
