// node:timers/promises: setTimeout, setImmediate, setInterval and scheduler, on virtual time.
import promises from 'node:timers/promises'
import { current } from '../../kernel/current.js'
import type { Install, Kernel } from '../../kernel/types.js'
import { abortError } from '../abort-error.js'
import { type Callable, replaceMethod, undoAll } from '../replace.js'
import { coerceDelay } from './timeout.js'

interface TimerOptions {
  readonly signal?: AbortSignal
  readonly ref?: boolean
}

/** Arms something that will call `settle`; returns how to call it off. */
type Arm = (settle: () => void) => () => void

/** Older patch releases of Node 20 coerce a delay that is no number, later ones reject it. */
let rejectsDelays = true

export const installTimersPromises: Install = () => {
  promises
    .setTimeout('' as never, undefined, { signal: AbortSignal.abort() })
    .catch(({ code }) => (rejectsDelays = code === 'ERR_INVALID_ARG_TYPE'))
  const schedulerPrototype = Object.getPrototypeOf(promises.scheduler) as object
  return undoAll([
    replaceMethod(promises, 'setTimeout', sleeping),
    replaceMethod(promises, 'setImmediate', yielding),
    replaceMethod(promises, 'setInterval', ticking),
    replaceMethod(schedulerPrototype, 'wait', waiting),
    replaceMethod(schedulerPrototype, 'yield', schedulerYield),
  ])
}

/** Wrong arguments, and a signal that has been aborted already, are left to Node: it rejects without arming anything. */
const isPlain = (delay: unknown, options: unknown): options is TimerOptions | undefined => {
  if (delay !== undefined && typeof delay !== 'number' && rejectsDelays) return false
  if (options === undefined) return true
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return false
  const { signal, ref } = options as { signal?: unknown; ref?: unknown }
  return isLiveSignal(signal) && (ref === undefined || typeof ref === 'boolean')
}

const isLiveSignal = (signal: unknown): boolean =>
  signal === undefined || (typeof signal === 'object' && signal !== null && (signal as Partial<AbortSignal>).aborted === false)

const sleep = (kernel: Kernel, delay: unknown, value: unknown, options: TimerOptions = {}): Promise<unknown> =>
  settling(value, options.signal, (fire) => {
    const entry = { ms: Math.trunc(coerceDelay(delay ?? 1)), fire, referenced: options.ref ?? true }
    kernel.armTimer(entry)
    return () => kernel.disarmTimer(entry)
  })

const nextTurn = (kernel: Kernel, value: unknown, options: TimerOptions = {}): Promise<unknown> =>
  settling(value, options.signal, (run) => {
    const handle = kernel.setImmediate(run)
    handle.referenced = options.ref ?? true
    return () => handle.cancel()
  })

const settling = (value: unknown, signal: AbortSignal | undefined, arm: Arm): Promise<unknown> => {
  let stopListening: (() => void) | undefined
  const promise = new Promise((resolve, reject) => {
    const cancel = arm(() => resolve(value))
    if (signal === undefined) return
    const onAbort = () => {
      cancel()
      reject(abortError(signal))
    }
    signal.addEventListener('abort', onAbort)
    stopListening = () => signal.removeEventListener('abort', onAbort)
  })
  return stopListening === undefined ? promise : finallyAsNode(promise, stopListening)
}

/** As many microtasks as Node takes with a signal: the order against other promises is part of the behaviour. */
const finallyAsNode = (promise: Promise<unknown>, then: () => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    new Promise((inner, innerReject) => promise.then(inner, innerReject)).finally(then).then(resolve, reject)
  })

const sleeping = (original: Callable): Callable =>
  function (...args) {
    const [delay, value, options] = args
    const kernel = current()
    return kernel === null || !isPlain(delay, options)
      ? Reflect.apply(original, this, args)
      : sleep(kernel, delay, value, options)
  }

const yielding = (original: Callable): Callable =>
  function (...args) {
    const [value, options] = args
    const kernel = current()
    return kernel === null || !isPlain(undefined, options)
      ? Reflect.apply(original, this, args)
      : nextTurn(kernel, value, options)
  }

const waiting = (original: Callable): Callable =>
  function (...args) {
    const [delay, options] = args
    const kernel = current()
    if (kernel === null || this !== promises.scheduler || !isPlain(delay, options)) return Reflect.apply(original, this, args)
    return sleep(kernel, delay, undefined, options)
  }

const schedulerYield = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    return kernel === null || this !== promises.scheduler ? Reflect.apply(original, this, args) : nextTurn(kernel, undefined)
  }

const ticking = (original: Callable): Callable =>
  function (...args) {
    const [delay, value, options] = args
    const kernel = current()
    return kernel === null || !isPlain(delay, options)
      ? Reflect.apply(original, this, args)
      : ticks(kernel, { delay, value, ...options })
  }

interface TickOptions extends TimerOptions {
  readonly delay: unknown
  readonly value: unknown
}

/** Yields `value` once for each tick, none lost while the consumer is busy. Armed at the first `next`, as Node does. */
async function* ticks(kernel: Kernel, { delay, value, signal, ref = true }: TickOptions): AsyncGenerator<unknown, void, unknown> {
  if (signal?.aborted) throw abortError(signal)
  let waitingTicks = 0
  let wake: ((outcome?: Promise<never>) => void) | undefined
  const wakeUp = (outcome?: Promise<never>) => {
    wake?.(outcome)
    wake = undefined
  }
  const entry = {
    ms: Math.trunc(coerceDelay(delay ?? 1)),
    referenced: ref,
    fire: () => {
      kernel.armTimer(entry)
      waitingTicks++
      wakeUp()
    },
  }
  const onAbort = () => {
    kernel.disarmTimer(entry)
    if (signal !== undefined && wake !== undefined) wakeUp(Promise.reject(abortError(signal)))
  }
  kernel.armTimer(entry)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    while (!signal?.aborted) {
      if (waitingTicks === 0) await new Promise<unknown>((resolve) => (wake = resolve))
      for (; waitingTicks > 0; waitingTicks--) yield value
    }
    throw abortError(signal)
  } finally {
    kernel.disarmTimer(entry)
    signal?.removeEventListener('abort', onAbort)
  }
}
