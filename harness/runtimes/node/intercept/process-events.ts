// Unhandled rejections and uncaught exceptions inside an execution belong to it, and are hidden from the host's listeners.
import { current } from '../kernel/current.js'
import type { Install, Kernel } from '../kernel/types.js'
import { type Callable, replaceMethod } from './replace.js'

/** Rejections that an execution took: whether they are handled later is no business of the host's. */
const taken = new WeakSet<object>()

/** What each event does to the execution; true means: the host does not see it. */
const handlers: Readonly<Record<string, (kernel: Kernel, args: readonly unknown[]) => void>> = {
  unhandledRejection(kernel, [reason, promise]) {
    taken.add(promise as object)
    kernel.subjectError('rejection', reason, promise as object)
  },
  rejectionHandled: (kernel, [promise]) => kernel.rejectionHandled(promise as object),
  uncaughtException: (kernel, [error]) => kernel.subjectError('error', error),
  // Always followed by uncaughtException.
  uncaughtExceptionMonitor: () => {},
}

export const installProcessEvents: Install = () => replaceMethod(process, 'emit', emitting)

const emitting = (original: Callable): Callable =>
  function (...args) {
    const [event, ...rest] = args
    const handler = typeof event === 'string' && Object.hasOwn(handlers, event) ? handlers[event] : undefined
    if (handler === undefined) return Reflect.apply(original, this, args)
    const kernel = current()
    if (kernel !== null) {
      handler(kernel, rest)
      return true
    }
    return event === 'rejectionHandled' && taken.has(rest[0] as object) ? true : Reflect.apply(original, this, args)
  }
