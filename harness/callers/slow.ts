// Makes a stand-in take a while: the call takes effect in one task and comes back in another, as real I/O does.
import type { Controls } from '../core/runtime.js'

/** `name` is what the steps are called; default: the function's own name. */
export type Slow = <This, Args extends unknown[], Result>(
  fn: (this: This, ...args: Args) => Result | PromiseLike<Result>,
  name?: string,
) => (this: This, ...args: Args) => Promise<Result>

/** Both tasks can come late: another caller can act before the effect, and between the effect and the answer. */
export const slowIn =
  (controls: Controls): Slow =>
  (fn, name = fn.name === '' ? 'slow' : fn.name) =>
    async function (...args) {
      await controls.pause(name)
      try {
        return await fn.apply(this, args)
      } finally {
        // An error takes as long to come back as an answer does.
        await controls.pause(`${name} done`)
      }
    }
