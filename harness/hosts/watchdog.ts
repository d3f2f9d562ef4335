// A race never hangs its host: one watchdog for each thread that runs races, awake while one does.
import { loadConfig, resolve } from '../config/index.js'
import { startWatchdog, type Watchdog } from '../runtimes/node/watchdog/watchdog.js'

export interface GuardOptions {
  /** Pid of the process that this one was made by and must not outlive; counts for the first race. Default: none. */
  readonly parentPid?: number
}

let watchdog: Watchdog | null = null
let races = 0

/** Runs a race under the watchdog, which ends the process, or this worker thread, where a loop lets nothing else run. */
export const guard = async <T>(race: () => Promise<T>, options: GuardOptions = {}): Promise<T> => {
  const config = await loadConfig(process.cwd())
  const { value: cpuMs } = resolve('watchdog', { env: process.env, config })
  watchdog ??= startWatchdog({ fd: STDERR, format: 'text', cpuMs, ...options })
  races++
  watchdog.wake()
  try {
    return await race()
  } finally {
    if (--races === 0) watchdog.rest()
  }
}

const STDERR = 2
