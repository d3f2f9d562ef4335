// setTimeout, setInterval, setImmediate and what clears them, as globals and in node:timers.
import timers from 'node:timers'
import { current } from '../../kernel/current.js'
import type { Install } from '../../kernel/types.js'
import { escaping } from '../escaping.js'
import { type Callable, likeOriginal, replaceMethod, replaceValue, undoAll } from '../replace.js'
import { clearShadow, refreshShadow } from './host-timer.js'
import { SimulatedImmediate } from './immediate.js'
import { nodeTimeoutPrototype, SimulatedTimeout, timeoutById } from './timeout.js'

/** Virtual time while an execution is active, real time else. */
export const installTimers: Install = () => {
  const wrappers = {
    setTimeout: wrap('setTimeout', arming(false)),
    setInterval: wrap('setInterval', arming(true)),
    setImmediate: wrap('setImmediate', postingImmediate),
    clearTimeout: wrap('clearTimeout', clearing),
    clearInterval: wrap('clearInterval', clearing),
    clearImmediate: wrap('clearImmediate', clearingImmediate),
  }
  return undoAll([
    ...Object.entries(wrappers).flatMap(([name, wrapper]) => [
      replaceValue(globalThis, name, wrapper),
      replaceValue(timers, name, wrapper),
    ]),
    replaceMethod(nodeTimeoutPrototype, 'refresh', refreshing),
    replaceMethod(nodeTimeoutPrototype, 'close', closing),
    // Deprecated for a decade, and built on fields of foreign objects.
    ...['active', '_unrefActive']
      .filter((name) => name in timers)
      .map((name) => replaceMethod(timers, name, escaping(`timers.${name}`))),
  ])
}

const wrap = (name: keyof typeof timers & keyof typeof globalThis, make: (original: Callable) => Callable): Callable => {
  const original = timers[name] as unknown as Callable
  return likeOriginal(make(original), original)
}

const arming =
  (repeat: boolean) =>
  (original: Callable): Callable =>
    function (...all) {
      const [callback, delay, ...args] = all
      // What is no function is left to Node, which says so.
      if (current() === null || typeof callback !== 'function') return Reflect.apply(original, this, all)
      return new SimulatedTimeout(callback as Callable, delay, { args, repeat })
    }

const postingImmediate = (original: Callable): Callable =>
  function (...all) {
    const [callback, ...args] = all
    const kernel = current()
    if (kernel === null || typeof callback !== 'function') return Reflect.apply(original, this, all)
    return new SimulatedImmediate(kernel, callback as Callable, args)
  }

/** Simulated timers are cleared wherever the caller stands: a host may clear what an execution has left. */
const clearing = (original: Callable): Callable =>
  function (timer) {
    if (timer instanceof SimulatedTimeout) return void timer.close()
    if (typeof timer === 'number' || typeof timer === 'string') {
      const known = timeoutById(timer)
      if (known !== undefined) return void known.close()
    }
    clearShadow(timer)
    return Reflect.apply(original, this, [timer])
  }

const clearingImmediate = (original: Callable): Callable =>
  function (immediate) {
    if (immediate instanceof SimulatedImmediate) return immediate.clear()
    // Node would damage its own counters over an object of the wrong kind.
    if (immediate instanceof SimulatedTimeout) return undefined
    return Reflect.apply(original, this, [immediate])
  }

const refreshing = (original: Callable): Callable =>
  function (this: unknown) {
    if (current() === null) return Reflect.apply(original, this, [])
    refreshShadow(this as object)
    return this
  }

const closing = (original: Callable): Callable =>
  function (this: unknown) {
    clearShadow(this)
    return Reflect.apply(original, this, [])
  }
