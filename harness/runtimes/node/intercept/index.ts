// All interceptions, in order, once in a process.
import { syncBuiltinESMExports } from 'node:module'
import { HarnessError } from '../../../core/errors.js'
import type { Install } from '../kernel/types.js'
import { installAbortSignal } from './abort-signal.js'
import { installClock } from './clock.js'
import { forgetClocks, rememberClocks } from './fake-clock.js'
import { installHttpDate } from './http-date.js'
import { installIntl } from './intl.js'
import { installMessageChannel } from './message-channel.js'
import { installPerformance } from './performance.js'
import { installProcessEvents } from './process-events.js'
import { installRandom } from './random.js'
import { type Undo, undoAll } from './replace.js'
import { installTimers } from './timers.js'
import { installTimersPromises } from './timers-promises.js'
import { installWasm } from './wasm.js'

export { assertNoFakeClock } from './fake-clock.js'

/** Clocks and chance; files, network and child programs are installed by whoever assembles the runtime. */
const interceptions: readonly Install[] = [
  installTimers,
  installTimersPromises,
  installClock,
  installPerformance,
  installIntl,
  installRandom,
  installAbortSignal,
  installMessageChannel,
  installProcessEvents,
  installWasm,
  installHttpDate,
]

const KEY = Symbol.for('crosswire.installed')
interface Installed {
  /** Tells one copy of this module from another. */
  readonly by: typeof interceptions
  readonly undo: Undo
}
const shared = globalThis as { [KEY]?: Installed }

/**
 * Puts every interception in place, and `more` after them; a second call changes nothing. Modules that were loaded before
 * see the wrappers too, as far as they read exports when they call (named ES imports do).
 * Returns what takes them all out again, in reverse order.
 *
 * @throws HarnessError `TWO_KERNELS` where another copy of crosswire has done so already.
 */
export const installAll = (more: readonly Install[] = []): Undo => {
  const before = shared[KEY]
  if (before !== undefined && before.by !== interceptions) throw twoKernels()
  if (before !== undefined) return before.undo
  const undo = undoAll([...interceptions, ...more].map((install) => install()))
  syncBuiltinESMExports()
  rememberClocks()
  shared[KEY] = { by: interceptions, undo: () => takeOut(undo) }
  return shared[KEY].undo
}

const takeOut = (undo: Undo): void => {
  if (shared[KEY] === undefined) return
  delete shared[KEY]
  forgetClocks()
  undo()
  syncBuiltinESMExports()
}

const twoKernels = (): HarnessError =>
  new HarnessError('TWO_KERNELS', 'another copy of crosswire has installed its interceptions in this process', {
    usually: 'one copy is preloaded with --import and another one is inlined by a bundler or by vitest',
    remedy: "keep one: externalise 'crosswire' (vitest: server.deps.external), and check `npm ls crosswire`",
  })
