// A replay under a debugger: it waits for one, and each recorded execution stops at the steps that come out of turn.
import inspector from 'node:inspector'
import type { Runtime } from '../../core/runtime.js'

/** Node says on stderr where it listens. Returns once a debugger is there and lets it go on. Subjects in threads of their own do not stop. */
export const underDebugger = (runtime: Runtime): Runtime => {
  inspector.open(0, '127.0.0.1', true)
  return {
    ...runtime,
    execute: (body, settings) => runtime.execute(body, settings.record ? { ...settings, stops: true } : settings),
  }
}
