// Errors of the subject that reach nobody: noted, and kept from ending the process.
import { describeThrown, errorFacts, handledTooLate } from '../../core/error-text.js'
import type { Leftover } from '../../core/execution.js'

export interface ErrorsOptions {
  /** The actor that runs now. */
  readonly actor: () => string
  /** The subject's own place in a stack. */
  readonly placeIn: (stack: string | undefined) => string | null
}

export interface StrayErrors {
  leftovers(): Leftover[]
  stop(): void
}

export const watchErrors = ({ actor, placeIn }: ErrorsOptions): StrayErrors => {
  const errors: Leftover[] = []
  const rejections = new Map<unknown, Leftover>()
  const leftoverOf = (kind: 'error' | 'rejection', error: unknown): Leftover => {
    const at = placeIn(errorFacts(error).stack)
    return { kind, what: describeThrown(error), actor: actor(), referenced: true, ...(at === null ? {} : { at }) }
  }
  const onError = (error: unknown): void => void errors.push(leftoverOf('error', error))
  const onRejection = (reason: unknown, promise: unknown): void => void rejections.set(promise, leftoverOf('rejection', reason))
  const onHandled = (promise: unknown): void => {
    const rejection = rejections.get(promise)
    if (rejection !== undefined) rejections.set(promise, { ...rejection, what: handledTooLate(rejection.what) })
  }
  process.on('uncaughtException', onError).on('unhandledRejection', onRejection).on('rejectionHandled', onHandled)
  return {
    leftovers: () => [...errors, ...rejections.values()],
    stop: () =>
      void process.off('uncaughtException', onError).off('unhandledRejection', onRejection).off('rejectionHandled', onHandled),
  }
}
