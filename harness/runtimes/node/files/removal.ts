// Removing the directory when the process ends: at its exit, and when a signal ends it.
import { dirname } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { real } from '../kernel/real.js'
import { ownerOf, self } from './names.js'
import { realFs } from './real-fs.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const directories = new Set<string>()
let listening = false

/** Removes `directory` when this process ends. */
export const removeAtExit = (directory: string): void => void directories.add(directory)

/** Outside of an execution, so that none of them takes our listeners for the subject's. A second call changes nothing. */
export const listenForExit = (): void => {
  if (listening) return
  listening = true
  process.on('exit', removeAll)
  if (isMainThread) for (const signal of SIGNALS) process.on(signal, onSignal)
}

const removeAll = (): void => {
  for (const directory of isMainThread ? ofThisProcess() : directories) remove(directory)
}

const remove = (directory: string): void => {
  try {
    realFs.rmSync(directory, { recursive: true, force: true })
  } catch {
    // A later start sweeps it.
  }
}

/** Those of all threads: one that was terminated had no exit of its own. */
const ofThisProcess = (): string[] => {
  const { space, pid, start } = self()
  const isOurs = (name: string): boolean => {
    const owner = ownerOf(name)
    return owner !== null && owner.space === space && owner.pid === pid && owner.start === start
  }
  const parents = new Set([...directories].map((directory) => dirname(directory)))
  return [...parents].flatMap((parent) =>
    realFs
      .readdirSync(parent)
      .filter(isOurs)
      .map((name) => `${parent}/${name}`),
  )
}

/** Where nobody else listens, the signal then does what it would have done without us. */
const onSignal = (signal: NodeJS.Signals): void => {
  if (process.listenerCount(signal) > 1) return
  removeAll()
  process.removeListener(signal, onSignal)
  real.processKill(process.pid, signal)
}
