// Starts a thread that executes, talks to it, and says what became of it if it ends by itself.
import { Worker } from 'node:worker_threads'
import { lendPulse, pulse } from '../../runtimes/node/kernel/heartbeat.js'
import { type ExecutionThread, unpackError } from '../../runtimes/node/threads/index.js'
import { deathOf } from './death.js'
import type { ThreadMessage, ThreadStart } from './messages.js'

export interface ThreadOptions extends Omit<ThreadStart, 'pulse'> {
  /** TypeScript can be loaded, which makes a thread slower to start. */
  readonly transpiler: boolean
}

const moduleNamed = (name: string): string => new URL(name, import.meta.url).href

/** The interceptions come first, before anything of the subject; then the transpiler. */
const argsFor = ({ transpiler }: ThreadOptions): string[] => {
  const modules = [moduleNamed('../../register.js'), ...(transpiler ? [moduleNamed('transpile.js')] : [])]
  return ['--enable-source-maps', ...modules.flatMap((module) => ['--import', module])]
}

/** Settles once the variant is loaded; rejects with what kept it from that. */
export const startThread = async (options: ThreadOptions): Promise<ExecutionThread> => {
  const { target, variant, warmUp } = options
  const workerData: ThreadStart = { target, variant, warmUp, pulse }
  const worker = new Worker(new URL('thread.js', import.meta.url), { workerData, execArgv: argsFor(options) })
  const death = deathOf(worker)
  const answer = async (): Promise<ThreadMessage> => {
    const returnPulse = lendPulse(worker.threadId)
    try {
      return await Promise.race([nextAnswer(worker), death])
    } finally {
      returnPulse()
    }
  }
  await answer().catch(async (error) => {
    await worker.terminate()
    throw error
  })
  return {
    async execute(request) {
      worker.postMessage(request)
      const message = await answer()
      return (message as Extract<ThreadMessage, { type: 'executed' }>).execution
    },
    async end() {
      await worker.terminate()
    },
  }
}

/** Last words are no answer: they become the death. */
const nextAnswer = async (worker: Worker): Promise<ThreadMessage> => {
  const message = await new Promise<ThreadMessage>((resolve) => worker.once('message', resolve))
  if (message.type === 'error') throw unpackError(message.error)
  return message.type === 'exit' ? new Promise(() => {}) : message
}
