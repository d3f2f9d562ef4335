// What a fresh thread is there for: to execute one race of one test file for the worker that searches.
import type { MessagePort } from 'node:worker_threads'
import type { ExecutionAnswer, ExecutionRequest } from '../../../runtimes/node/threads/index.js'

export interface Errand {
  /** Vitest's id of the race's test. */
  readonly testId: string
  /** The first execution is discarded: lazy initialisation. */
  readonly warmUp: boolean
  readonly port: MessagePort
}

/** What the worker asks for. `end`: the test is over, so that its hooks run. */
export type FromWorker = ExecutionRequest | 'end'
/** `ready`: the test file is loaded, and the test has come to the race. */
export type FromThread = ExecutionAnswer | { readonly type: 'ready' }

const KEY = Symbol.for('crosswire.errand')
const holder = globalThis as { [KEY]?: Errand }

export const setErrand = (errand: Errand): void => {
  holder[KEY] = errand
}

/** Of this thread, if it has one. */
export const errandOf = (testId: string): Errand | null => {
  const errand = holder[KEY]
  return errand?.testId === testId ? errand : null
}
