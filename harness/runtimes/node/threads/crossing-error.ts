// Errors on their way from one thread to another: a class does not cross.

import { textOf } from '../../../core/brief-text.js'
import { type ErrorCode, type ErrorHelp, HarnessError } from '../../../core/errors.js'

export type CrossingError =
  | { readonly code: ErrorCode; readonly message: string; readonly help: ErrorHelp }
  /** Whatever else was thrown. */
  | { readonly code: null; readonly text: string }

export const packError = (error: unknown): CrossingError =>
  error instanceof HarnessError
    ? { code: error.code, message: error.summary, help: error.help }
    : { code: null, text: textOf(error) }

export const unpackError = (error: CrossingError): Error => {
  if (error.code !== null) return new HarnessError(error.code, error.message, error.help)
  return Object.assign(new Error(error.text), { stack: error.text })
}
