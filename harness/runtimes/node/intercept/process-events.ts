// Unhandled rejections and uncaught exceptions inside an execution belong to it, and are hidden from the host's listeners.
import { current } from '../kernel/current.js'
import type { Install, Kernel } from '../kernel/types.js'
import { type Callable, replaceMethod, undoAll } from './replace.js'

/** Whose rejections were taken; whether they are handled later is no business of the host's. */
const taken = new WeakMap<object, Kernel>()

/** What each event does to the execution that it happens in. */
const handlers: Readonly<Record<string, (kernel: Kernel, args: readonly unknown[]) => void>> = {
  unhandledRejection(kernel, [reason, promise]) {
    taken.set(promise as object, kernel)
    kernel.subjectError('rejection', reason, promise as object)
  },
  uncaughtException: (kernel, [error]) => kernel.subjectError('error', error),
  // Always followed by uncaughtException.
  uncaughtExceptionMonitor: () => {},
}

/** What stands in the place of `process.emit`; `null`: nothing is installed. */
let standing: unknown = null

export const installProcessEvents: Install = () => {
  const undo = undoAll([replaceMethod(process, 'emit', emitting), replaceMethod(globalThis, 'queueMicrotask', queueing)])
  standing = process.emit
  return () => {
    standing = null
    undo()
  }
}

/**
 * Before each execution: packages that clean up at the exit of a process (signal-exit, which execa uses) put their own `emit` there, and
 * later put back what they had found when they were loaded.
 */
export const holdProcessEvents = (): void => {
  if (standing === null || process.emit === standing) return
  replaceMethod(process, 'emit', emitting)
  standing = process.emit
}

/** Node reports what a microtask throws outside of any async context; where the real loop turns, nobody would know whose it is. */
const queueing = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    const [callback] = args
    if (kernel === null || typeof callback !== 'function') return Reflect.apply(original, this, args)
    const run = () => {
      try {
        callback()
      } catch (error) {
        kernel.subjectError('error', error)
      }
    }
    return Reflect.apply(original, this, [run])
  }

const emitting = (original: Callable): Callable =>
  function (...args) {
    const [event, ...rest] = args
    return takes(event, rest) ? true : Reflect.apply(original, this, args)
  }

/** Whether an execution takes the event, so that the host does not see it. */
const takes = (event: unknown, args: readonly unknown[]): boolean => {
  if (event === 'rejectionHandled') return tellsLate(args[0] as object)
  const handler = typeof event === 'string' && Object.hasOwn(handlers, event) ? handlers[event] : undefined
  const kernel = handler === undefined ? null : current()
  if (kernel !== null) handler?.(kernel, args)
  return kernel !== null
}

/** Node reports it outside of any async context. */
const tellsLate = (promise: object): boolean => {
  const kernel = taken.get(promise)
  kernel?.rejectionHandled(promise)
  return kernel !== undefined
}
