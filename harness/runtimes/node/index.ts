// The simulated Node runtime: what the rest of the house may use of it.
export { createNodeRuntime } from './execute.js'
export { installRuntime } from './install.js'
export { type DrainMode, drainMode } from './kernel/drain.js'
