// Where a timer ticks: in the kernel of the execution that arms it, or in real time once its execution is over.
import { current } from '../../kernel/current.js'
import { real } from '../../kernel/real.js'
import type { Kernel, TimerEntry } from '../../kernel/types.js'

/** What a timer needs of the clock that it ticks by. */
export type TimerPlace = Pick<Kernel, 'armTimer' | 'disarmTimer' | 'isArmed'>

const hostTimers = new WeakMap<TimerEntry, ReturnType<typeof setTimeout>>()

/**
 * Real time. A module of the subject may keep a timer that was made in an execution (undici does) and refresh it when the
 * host uses the same module afterwards.
 */
const host: TimerPlace = {
  armTimer(entry) {
    const timer = real.setTimeout(() => {
      hostTimers.delete(entry)
      entry.fire()
    }, entry.ms)
    if (!entry.referenced) timer.unref()
    hostTimers.set(entry, timer)
  },
  disarmTimer(entry) {
    real.clearTimeout(hostTimers.get(entry))
    hostTimers.delete(entry)
  },
  isArmed: (entry) => hostTimers.has(entry),
}

/** The clock that code which runs now lives by. */
export const timerPlace = (): TimerPlace => current() ?? host

/** A host timer follows `ref` and `unref`; a kernel reads the entry itself. */
export const followReference = (entry: TimerEntry): void => {
  const timer = hostTimers.get(entry)
  if (entry.referenced) timer?.ref()
  else timer?.unref()
}
