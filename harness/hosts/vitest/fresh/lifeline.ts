// When a thread can answer no more: it has ended, it loops, or its test is over.
import type { Worker } from 'node:worker_threads'
import { textOf } from '../../../core/brief-text.js'
import { HarnessError } from '../../../core/errors.js'
import { real } from '../../../runtimes/node/kernel/real.js'

export interface Lifeline {
  /** Rejects when it is cut; handled, whoever listens. */
  readonly cut: Promise<never>
  /** Ends the thread. Only the first reason counts. */
  cutFor(error: Error): void
}

export const lifelineOf = (worker: Worker): Lifeline => {
  let reject: (error: Error) => void = () => {}
  const cut = new Promise<never>((_, fail) => {
    reject = fail
  })
  cut.catch(() => {})
  const cutFor = (error: Error): void => {
    reject(error)
    endForSure(worker)
  }
  worker.on('error', (error) => cutFor(died(`an error that nobody caught ended it: ${textOf(error)}`)))
  worker.on('exit', () => cutFor(died('it was ended')))
  return { cut, cutFor }
}

const AGAIN_MS = 200

/**
 * A thread that is just being let go by a debugger forgets that it was to end: it is told again. Nobody waits for it, since it may sit in
 * a call that nothing can interrupt.
 */
const endForSure = (worker: Worker): void => {
  const again = real.setInterval(() => void worker.terminate(), AGAIN_MS)
  worker.once('exit', () => real.clearInterval(again))
  void worker.terminate()
}

export const died = (why: string): HarnessError =>
  new HarnessError('WORKER_DIED', `the race could not be executed in a fresh thread: ${why}`)
