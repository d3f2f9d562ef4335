// Starts a thread in which vitest loads the race's test file once more, and has it execute the race there.
//
// The thread is a worker of vitest's own (`vitest/worker`, the door for custom pools): aliases, plugins, mocks, setup files, the environment
// and TypeScript are what they are in the worker that searches. That one takes the part of the pool.
import { MessageChannel, threadId, Worker } from 'node:worker_threads'
import { lendPulse, pulse } from '../../../runtimes/node/kernel/heartbeat.js'
import { real } from '../../../runtimes/node/kernel/real.js'
import { type ExecutionThread, unpackError } from '../../../runtimes/node/threads/index.js'
import { onLoopElsewhere } from '../../watchdog.js'
import { workerState } from '../worker-state.js'
import { answerCalls, LOADING, SAID } from './answers.js'
import type { FromThread, FromWorker } from './errand.js'
import { died, lifelineOf } from './lifeline.js'
import { type OneTest, runOneTest } from './requests.js'
import type { ThreadStart } from './thread.js'

export interface FreshThreadOptions extends OneTest {
  readonly warmUp: boolean
  /** Of the threads that this race has started. */
  readonly nth: number
  /** What the subject logs, and which lines it covers, is told to vitest. */
  readonly isHeard: boolean
}

/** A module or a hook that never ends must not hold up the race. */
const START_MS = 60_000
const END_MS = 30_000

/**
 * Settles once the thread has come to the race. It rejects with `WORKER_DIED` where that cannot be, with what is in the way; and so do
 * executions in a thread that ends, and with `WATCHDOG` in one that loops.
 */
export const startFreshThread = async (options: FreshThreadOptions): Promise<ExecutionThread> => {
  const { testId, warmUp, isHeard, nth } = options
  const { port1: port, port2 } = new MessageChannel()
  const workerData: ThreadStart = { errand: { testId, warmUp, port: port2 }, pulse, inPlaceOf: threadId }
  const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData, transferList: [port2] })
  const lifeline = lifelineOf(worker)
  let trouble = 'its test was not run'
  const onTrouble = (message: string): void => {
    trouble = message
  }
  const passedOn = isHeard ? [...LOADING, ...SAID] : LOADING
  answerCalls(worker, { rpc: workerState().rpc, passedOn, name: `${testId} thread ${nth}`, onTrouble })
  const over = runOneTest(worker, options).catch((error: Error) => onTrouble(error.message))
  void over.then(() => lifeline.cutFor(died(trouble)))
  const ask = (message: FromWorker): void => port.postMessage(message)
  /** While the thread is at work it is looked after in the worker's place. */
  const answer = async (): Promise<FromThread> => {
    const returnPulse = lendPulse(worker.threadId)
    const stopListening = onLoopElsewhere((error) => lifeline.cutFor(error))
    try {
      return await Promise.race([new Promise<FromThread>((resolve) => port.once('message', resolve)), lifeline.cut])
    } finally {
      stopListening()
      returnPulse()
    }
  }
  const slow = real.setTimeout(() => lifeline.cutFor(died(`${trouble} within ${START_MS / 1000} s`)), START_MS)
  await answer().finally(() => real.clearTimeout(slow))
  return {
    async execute(request) {
      ask(request)
      const message = (await answer()) as Exclude<FromThread, { type: 'ready' }>
      if (message.type === 'error') throw unpackError(message.error)
      return message.execution
    },
    async end() {
      ask('end')
      const timer = new Promise((resolve) => real.setTimeout(resolve, END_MS).unref())
      await Promise.race([over, lifeline.cut.catch(() => {}), timer])
      lifeline.cutFor(died('it was ended'))
    },
  }
}
