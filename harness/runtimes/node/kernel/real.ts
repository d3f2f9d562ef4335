// Real time and real turns of the loop, captured before anything is replaced. The harness never goes through what it fakes.
// Kept on globalThis, so that a second load (a worker's own graph, a reset of modules) sees the originals and not our wrappers.

const captured = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  clearImmediate: globalThis.clearImmediate,
  queueMicrotask: globalThis.queueMicrotask,
  Date: globalThis.Date,
  dateNow: globalThis.Date.now,
  mathRandom: Math.random,
  performanceNow: performance.now.bind(performance),
  hrtime: process.hrtime,
  processEmit: process.emit,
  processKill: process.kill.bind(process) as typeof process.kill,
}

const KEY = Symbol.for('crosswire.real')
type Holder = { [KEY]?: typeof captured }
const holder = globalThis as Holder

/** The originals. */
export const real: typeof captured = (holder[KEY] ??= captured)
