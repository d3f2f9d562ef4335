// The world of the execution that a property runs in: fast-check hands its predicate the generated values and nothing else.
import type { World } from '../../callers/world.js'
import { HarnessError } from '../../core/errors.js'
import { current } from '../../runtimes/node/kernel/current.js'

let here: World | null = null

/** To be called when an execution begins. */
export const enterWorld = (world: World): void => {
  here = world
}

/** Throws `OUTSIDE_A_RACE` outside of a property that a race explores. */
export const currentWorld = (): World => {
  if (here !== null && current() !== null) return here
  throw new HarnessError('OUTSIDE_A_RACE', 'world() was called outside of a property that crosswire explores', {
    usually: 'the property is asserted without the plugin, or the call stands outside of the predicate',
    remedy: 'fc.assert(fc.asyncProperty(...), { plugins: [race()] }), and world() in the predicate',
  })
}
