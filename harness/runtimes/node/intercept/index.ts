// All interceptions, in order, once in a process.
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'
import { HarnessError } from '../../../core/errors.js'
import type { Install } from '../kernel/types.js'
import { installAsyncContexts } from './async-contexts.js'
import { installClock } from './clocks/clock.js'
import { assertRealClock, forgetClocks, rememberClocks } from './clocks/fake-clock.js'
import { installHttpDate } from './clocks/http-date.js'
import { installIntl } from './clocks/intl.js'
import { installPerformance } from './clocks/performance.js'
import { installTemporal } from './clocks/temporal.js'
import { installMessageChannel } from './ports/message-channel.js'
import { installProcessEvents } from './process-events.js'
import { installRandom } from './random.js'
import { type Undo, undoAll } from './replace.js'
import { installAbortSignal } from './timers/abort-signal.js'
import { installTimers } from './timers/timers.js'
import { installTimersPromises } from './timers/timers-promises.js'
import { installWasm } from './wasm.js'

export { assertNoFakeClock, fakeClockInside } from './clocks/fake-clock.js'
export { holdProcessEvents } from './process-events.js'

/** Clocks and chance; files, network and child programs are installed by whoever assembles the runtime. */
const interceptions: readonly Install[] = [
  installTimers,
  installTimersPromises,
  installClock,
  installPerformance,
  installIntl,
  installTemporal,
  installRandom,
  installAbortSignal,
  installMessageChannel,
  installProcessEvents,
  installWasm,
  installHttpDate,
  installAsyncContexts,
]

const KEY = Symbol.for('crosswire.installed')
const HERE = fileURLToPath(import.meta.url)

interface Installed {
  /** Tells one copy of this module from another. */
  readonly by: typeof interceptions
  /** Where it lies. */
  readonly at: string
  readonly undos: Map<Install, Undo>
}
/** On the process, which the contexts of `node:vm` share: what is replaced belongs to all of them. */
const shared = process as { [KEY]?: Installed }

/**
 * Puts every interception in place, and `more` after them; what is in place already stays as it is. Modules that were loaded
 * before see the wrappers too, as far as they read exports when they call (named ES imports do).
 * Returns what takes them all out again, in reverse order.
 *
 * @throws HarnessError `TWO_KERNELS` where another copy of crosswire has done so already, `FAKE_TIMERS_ACTIVE` where a fake clock was
 * there first.
 */
export const installAll = (more: readonly Install[] = []): Undo => {
  assertRealClock()
  const installed = (shared[KEY] ??= { by: interceptions, at: HERE, undos: new Map() })
  if (installed.by !== interceptions) throw twoKernels(installed.at)
  for (const install of [...interceptions, ...more]) {
    if (!installed.undos.has(install)) installed.undos.set(install, install())
  }
  syncBuiltinESMExports()
  rememberClocks()
  return takeOut
}

const takeOut = (): void => {
  const installed = shared[KEY]
  if (installed === undefined) return
  delete shared[KEY]
  forgetClocks()
  undoAll([...installed.undos.values()])()
  syncBuiltinESMExports()
}

const twoKernels = (first: string): HarnessError =>
  new HarnessError('TWO_KERNELS', 'another copy of crosswire has installed its interceptions in this process', {
    found: first === HERE ? `${HERE}, twice` : `${first}, then ${HERE}`,
    usually:
      'one copy is preloaded with --import and another one is inlined by a bundler or by vitest, or a package brings a version of its own',
    remedy: "keep one: externalise 'crosswire' (vitest: server.deps.external), and have `npm ls crosswire` show one version",
  })
