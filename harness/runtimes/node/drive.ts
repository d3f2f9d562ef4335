// Takes an execution through macrotasks: all of it in one where Node drains at once, else a real turn of the loop for each step.
import { actorContext } from './kernel/actors.js'
import { setBelongs, setCurrent } from './kernel/current.js'
import { type DrainMode, drain } from './kernel/drain.js'
import type { NodeKernel } from './kernel/kernel.js'
import { isPending, onceIdle } from './kernel/outside.js'
import { real } from './kernel/real.js'
import type { Need } from './life.js'

/** So long may executions follow one another before the host's loop turns. */
const BURST_MS = 10

const waiting: (() => void)[] = []
let pumping = false

/**
 * Calls `go` in a macrotask. While one is being worked through, what its end has started runs in the same one: a search
 * that awaits one execution after the other pays for no turn of the loop in between.
 */
const inMacrotask = (go: () => void): void => {
  waiting.push(go)
  if (!pumping && waiting.length === 1) onceIdle(pump)
}

const pump = (): void => {
  pumping = true
  const untilMs = real.performanceNow() + BURST_MS
  do {
    ;(waiting.shift() as () => void)()
    drain()
  } while (waiting.length > 0 && !isPending() && real.performanceNow() < untilMs)
  pumping = false
  if (waiting.length > 0) onceIdle(pump)
}

export interface Done<T> {
  value(value: T): void
  error(error: unknown): void
}

/** Steps `life` to its end and reports what it returns or throws. */
export const drive = <T>(kernel: NodeKernel, mode: DrainMode, life: Generator<Need, T>, done: Done<T>): void => {
  const go = () => {
    setCurrent(kernel)
    try {
      step(go)
    } catch (error) {
      leave()
      done.error(error)
    }
  }
  const step = (again: () => void) => {
    for (;;) {
      const next = life.next()
      if (next.done === true) {
        leave()
        done.value(next.value)
        return
      }
      if (next.value !== 'drain' || mode === 'turns') {
        pause(kernel, next.value === 'drain' ? 0 : next.value, again)
        return
      }
      drain()
    }
  }
  if (mode === 'burst') inMacrotask(go)
  else onceIdle(go)
}

const leave = (): void => {
  setCurrent(null)
  setBelongs(null)
}

/** Lets the real loop turn; whatever of the subject runs meanwhile is known by its async context. */
const pause = (kernel: NodeKernel, ms: number, go: () => void): void => {
  setCurrent(null)
  setBelongs(() => (actorContext.getStore()?.owner === kernel ? kernel : null))
  if (ms === 0) real.setImmediate(go)
  else real.setTimeout(go, ms)
}
