// Errors on their way from one thread to another: a class does not cross.
import { type ErrorCode, type ErrorHelp, HarnessError } from '../../core/errors.js'
import { textOf } from '../child/problem.js'

export type CrossingError =
  | { readonly code: ErrorCode; readonly message: string; readonly help: ErrorHelp }
  /** Whatever else was thrown. */
  | { readonly code: null; readonly text: string }

export const packError = (error: unknown): CrossingError =>
  error instanceof HarnessError
    ? { code: error.code, message: withoutFrame(error), help: error.help }
    : { code: null, text: textOf(error) }

export const unpackError = (error: CrossingError): Error => {
  if (error.code !== null) return new HarnessError(error.code, error.message, error.help)
  return Object.assign(new Error(error.text), { stack: error.text })
}

/** What was said, without the code before it and the help behind it: they are added again. */
const withoutFrame = ({ code, help, message }: HarnessError): string => {
  const frame = new HarnessError(code, '', help).message
  const prefix = `${code}: `
  return message.slice(prefix.length, message.length - (frame.length - prefix.length))
}
