// Executions in worker threads: what whoever starts such threads may use.
export { type CrossingError, packError, unpackError } from './crossing-error.js'
export type { ExecutionAnswer, ExecutionRequest, ExecutionThread } from './messages.js'
export { createRecycledRuntime, RECYCLE, type RecycledRuntime } from './recycled-runtime.js'
export { serveExecutions } from './serve-executions.js'
