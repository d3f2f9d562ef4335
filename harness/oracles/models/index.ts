// Sequential models: what an object would answer if its operations came one at a time.
export { counter } from './counter.js'
export { type LogOptions, log } from './log.js'
export type { Model, Operation } from './model.js'
export { queue } from './queue.js'
export { type RegisterOptions, register } from './register.js'
