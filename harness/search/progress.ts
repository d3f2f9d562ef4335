// Tells where a search stands, about ten times a second.
import { real } from '../runtimes/node/kernel/real.js'

const EVERY_MS = 100
/** The clock is read once in so many executions. */
const EVERY = 16

/** To be called after each execution; `tell` is called now and then. */
export const nowAndThen = <Args extends unknown[]>(tell: (...args: Args) => void): ((...args: Args) => void) => {
  let lastMs = Number.NEGATIVE_INFINITY
  let calls = 0
  return (...args) => {
    if (calls++ % EVERY !== 0) return
    const ms = real.performanceNow()
    if (ms - lastMs < EVERY_MS) return
    lastMs = ms
    tell(...args)
  }
}
