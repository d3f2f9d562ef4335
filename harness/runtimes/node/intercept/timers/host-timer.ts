// Timers that were made outside of any execution and are refreshed inside one: a module of the subject made them while it was loaded.
import { current } from '../../kernel/current.js'
import type { Kernel } from '../../kernel/types.js'
import type { Callable } from '../replace.js'
import { SimulatedTimeout } from './timeout.js'

/** Fields of Node's Timeout, stable since Node 0.x. */
interface HostTimer {
  readonly _onTimeout: Callable | null
  readonly _timerArgs?: readonly unknown[]
  readonly _idleTimeout: number
  readonly _repeat: number | null
  hasRef(): boolean
}

interface Shadow {
  readonly kernel: Kernel
  readonly timer: SimulatedTimeout
}

/** Stands for the real timer in the execution that refreshed it; the real one goes on in real time, for the host. */
const shadows = new WeakMap<object, Shadow>()

/** Counts the timer from now in virtual time. No effect on one that has been cleared. */
export const refreshShadow = (timer: object): void => {
  const kernel = current()
  const { _onTimeout, _timerArgs, _idleTimeout, _repeat, hasRef } = timer as HostTimer
  if (kernel === null || _onTimeout === null || _idleTimeout < 0) return
  const known = shadows.get(timer)
  if (known?.kernel === kernel) return void known.timer.refresh()
  const shadow = new SimulatedTimeout(_onTimeout, _idleTimeout, {
    args: _timerArgs ?? [],
    repeat: typeof _repeat === 'number',
    referenced: hasRef.call(timer),
    self: timer,
  })
  shadows.set(timer, { kernel, timer: shadow })
}

export const clearShadow = (timer: unknown): void => {
  if (typeof timer === 'object' && timer !== null) shadows.get(timer)?.timer.close()
}
