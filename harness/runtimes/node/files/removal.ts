// Removing the directory when the process ends: at its exit, and when a signal ends it.
import { isMainThread } from 'node:worker_threads'
import { realFs } from './real-fs.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const removeAtExit = (directory: string): void => {
  const remove = () => {
    try {
      realFs.rmSync(directory, { recursive: true, force: true })
    } catch {
      // A later start sweeps it.
    }
  }
  process.on('exit', remove)
  if (isMainThread) for (const signal of SIGNALS) onSignal(signal, remove)
}

/** Where nobody else listens, the signal then does what it would have done without us. */
const onSignal = (signal: NodeJS.Signals, remove: () => void): void => {
  const listener = () => {
    if (process.listenerCount(signal) > 1) return
    remove()
    process.removeListener(signal, listener)
    process.kill(process.pid, signal)
  }
  process.on(signal, listener)
}
