// Date, process.hrtime, process.uptime and os.uptime: the clock of the execution that runs.
import os from 'node:os'
import { current } from '../../kernel/current.js'
import type { Install, Kernel } from '../../kernel/types.js'
import { type Callable, replaceMethod, replaceValue, undoAll } from '../replace.js'

/** As if the process were this old when an execution starts: code that takes 0 for "not measured yet" is not misled. */
export const PROCESS_AGE_MS = 1000

/** Wall clock in whole milliseconds, as `Date.now()` gives it. */
export const wallMs = (kernel: Kernel): number => kernel.epochMs + Math.floor(kernel.readClock())

/** Monotonic clock in milliseconds since the (imagined) start of the process, as `performance.now()` gives it. */
export const monotonicMs = (kernel: Kernel): number => PROCESS_AGE_MS + kernel.readClock()

const monotonicNs = (kernel: Kernel): number => Math.round(monotonicMs(kernel) * 1e6)

export const installClock: Install = () => {
  const date = makeDate(globalThis.Date)
  return undoAll([
    replaceMethod(globalThis.Date, 'now', now),
    replaceValue(globalThis.Date.prototype, 'constructor', date),
    replaceValue(globalThis, 'Date', date),
    replaceMethod(process.hrtime, 'bigint', hrtimeBigint),
    replaceMethod(process, 'hrtime', hrtime),
    replaceMethod(process, 'uptime', uptime),
    replaceMethod(os, 'uptime', uptime),
  ])
}

/** A proxy, so that the constructor, its prototype and `instanceof` stay the one and only Date of this realm. */
const makeDate = (original: DateConstructor): DateConstructor => {
  const date: DateConstructor = new Proxy(original, {
    construct(target, args, newTarget) {
      const kernel = current()
      const given = args.length === 0 && kernel !== null ? [wallMs(kernel)] : args
      return Reflect.construct(target, given, newTarget === date ? target : newTarget) as object
    },
    apply(target, self, args) {
      const kernel = current()
      return kernel === null ? Reflect.apply(target, self, args) : new target(wallMs(kernel)).toString()
    },
  })
  return date
}

const now =
  (original: Callable): Callable =>
  () => {
    const kernel = current()
    return kernel === null ? original() : wallMs(kernel)
  }

const hrtime = (original: Callable): Callable =>
  function (...args) {
    // Node checks the argument; called in any case, for its errors.
    const measured = Reflect.apply(original, this, args)
    const kernel = current()
    if (kernel === null) return measured
    const ns = monotonicNs(kernel)
    const [seconds, rest] = [Math.floor(ns / 1e9), ns % 1e9]
    const since = args[0] as readonly [number, number] | undefined
    if (since === undefined) return [seconds, rest]
    const borrow = rest < since[1] ? 1 : 0
    return [seconds - since[0] - borrow, rest - since[1] + borrow * 1e9]
  }

const hrtimeBigint =
  (original: Callable): Callable =>
  () => {
    const kernel = current()
    return kernel === null ? original() : BigInt(monotonicNs(kernel))
  }

const uptime = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    return kernel === null ? Reflect.apply(original, this, args) : monotonicMs(kernel) / 1000
  }
