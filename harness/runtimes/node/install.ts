// Puts all interceptions in place, once in a process, and checks before each execution that they still are.
import { HarnessError } from '../../core/errors.js'
import { installChildProcess } from './intercept/child-process.js'
import { installFs } from './intercept/fs/install-fs.js'
import { assertNoFakeClock, holdProcessEvents, installAll } from './intercept/index.js'
import { installNative } from './intercept/native.js'
import { installNet } from './intercept/net/index.js'
import { installRefusals } from './intercept/refuse.js'
import { installSurroundings } from './intercept/surroundings.js'
import { assertWithout } from './without.js'

let installed = false

/** Installs every interception; they act only while an execution is active. Returns what takes them out again. */
export const installRuntime = (): (() => void) => {
  const undo = installAll([installNet, installChildProcess, installFs, installNative, installRefusals, installSurroundings])
  installed = true
  return () => {
    installed = false
    undo()
  }
}

/** Puts back what others have replaced. Throws `NOT_REGISTERED` or `FAKE_TIMERS_ACTIVE`: an execution would not be under control. */
export const assertReady = (): void => {
  assertWithout()
  if (installed) {
    assertNoFakeClock()
    holdProcessEvents()
    return
  }
  throw new HarnessError('NOT_REGISTERED', 'an execution was started before crosswire/register was loaded', {
    remedy: "start Node with --import crosswire/register, or list 'crosswire/register' in vitest's setupFiles",
  })
}
