// What a thread died of, in the words that a process would be told of in.
import type { Worker } from 'node:worker_threads'
import { textOf } from '../../core/brief-text.js'
import { HarnessError } from '../../core/errors.js'
import type { ThreadMessage } from './messages.js'

type LastWords = Extract<ThreadMessage, { type: 'exit' }>

/** Rejects with `SUBJECT_EXITED`, `WORKER_DIED` or `BAD_SCENARIO_FILE` when the thread has ended; handled, whoever listens. */
export const deathOf = (worker: Worker): Promise<never> => {
  let isReady = false
  let lastWords: LastWords | null = null
  let uncaught: unknown = null
  worker.on('message', (message: ThreadMessage) => {
    if (message.type === 'exit') lastWords = message
    if (message.type === 'ready') isReady = true
  })
  worker.on('error', (error) => {
    uncaught = error
  })
  const death = new Promise<never>((_, reject) => {
    worker.on('exit', () => reject(errorOf({ isReady, lastWords, uncaught })))
  })
  death.catch(() => {})
  return death
}

interface Circumstances {
  readonly isReady: boolean
  readonly lastWords: LastWords | null
  readonly uncaught: unknown
}

const errorOf = ({ isReady, lastWords, uncaught }: Circumstances): HarnessError => {
  if (uncaught !== null) return uncaughtError(uncaught)
  if (lastWords === null) return new HarnessError('WORKER_DIED', 'the worker thread that executes was ended')
  const { code, at } = lastWords
  if (at === null && !isReady) {
    return new HarnessError(
      'BAD_SCENARIO_FILE',
      'a module of the scenario never finishes loading: its top-level await never settles',
    )
  }
  const place = at === null ? '' : `\n  at ${at}`
  return new HarnessError('SUBJECT_EXITED', `the subject ended its worker thread with exit code ${code}${place}`)
}

const uncaughtError = (error: unknown): HarnessError => {
  const { code } = error as NodeJS.ErrnoException
  // Node's own reasons to end a thread: it used up its memory, it could not be started.
  if (typeof code === 'string' && code.startsWith('ERR_WORKER_')) {
    return new HarnessError('WORKER_DIED', `the worker thread that executes was ended: ${textOf(error)}`)
  }
  return new HarnessError('SUBJECT_EXITED', `an error that nobody caught ended the worker thread\n${indented(textOf(error))}`)
}

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
