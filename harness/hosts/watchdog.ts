// A race never hangs its host: one watchdog for each thread that runs races, awake while one does.
import { loadConfig, resolve } from '../config/index.js'
import type { HarnessError } from '../core/errors.js'
import { watchdogError } from '../runtimes/node/watchdog/report.js'
import { startWatchdog, type Watchdog } from '../runtimes/node/watchdog/watchdog.js'

export interface GuardOptions {
  /** Pid of the process that this one was made by and must not outlive; counts for the first race. Default: none. */
  readonly parentPid?: number
}

let watchdog: Watchdog | null = null
let races = 0
let whoLent: ((error: HarnessError) => void) | null = null

/** Runs a race under the watchdog, which ends the process, or this worker thread, where a loop lets nothing else run. */
export const guard = async <T>(race: () => Promise<T>, options: GuardOptions = {}): Promise<T> => {
  const config = await loadConfig(process.cwd())
  const { value: cpuMs } = resolve('watchdog', { env: process.env, config })
  watchdog ??= startWatchdog({
    fd: STDERR,
    format: 'text',
    cpuMs,
    ...options,
    onLent: (report) => whoLent?.(watchdogError(report)),
  })
  races++
  watchdog.wake()
  try {
    return await race()
  } finally {
    if (--races === 0) watchdog.rest()
  }
}

const STDERR = 2

/** For whoever has lent this thread's pulse: told what the watchdog says of the other one. Returns what ends that. */
export const onLoopElsewhere = (tell: (error: HarnessError) => void): (() => void) => {
  whoLent = tell
  return () => {
    whoLent = null
  }
}
