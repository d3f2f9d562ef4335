// Ctrl-C and a polite end: what was found so far is reported; a second time ends at once.
import { setMaxListeners } from 'node:events'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** As shells tell that a signal ended a command. */
const EXIT_AFTER_SIGINT = 130

/** Runs `work` with a signal that is aborted by SIGINT or SIGTERM. */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  // One for each process that runs: no leak.
  setMaxListeners(0, controller.signal)
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_AFTER_SIGINT)
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
