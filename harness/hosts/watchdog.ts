// A race never hangs its host: one watchdog for each process, awake while a race runs.
import { isMainThread } from 'node:worker_threads'
import { loadConfig, resolve } from '../config/index.js'
import { startWatchdog, type Watchdog } from '../runtimes/node/watchdog/watchdog.js'

let watchdog: Watchdog | null = null
let races = 0

/** Runs a race under the watchdog. In a worker thread there is none: only a main thread can be paused from outside. */
export const guard = async <T>(race: () => Promise<T>): Promise<T> => {
  if (!isMainThread) return race()
  const config = await loadConfig(process.cwd())
  const { value: cpuMs } = resolve('watchdog', { env: process.env, config })
  watchdog ??= startWatchdog({ fd: STDERR, format: 'text', cpuMs })
  races++
  watchdog.wake()
  try {
    return await race()
  } finally {
    if (--races === 0) watchdog.rest()
  }
}

const STDERR = 2
