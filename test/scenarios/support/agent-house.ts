// An agent runtime over a real socket and with a real child program, and clients that answer what they are asked.
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type AgentRuntime, openAgentRuntime, type Parts } from '../../../scenarios/approvals/agent-runtime.js'
import { service } from '../../../scenarios/approvals/service.js'
import type { Choice, Client, Delta, Question } from '../../../scenarios/approvals/types.js'
import { startDispatcher } from './dispatcher.js'
import { folder } from './peer.js'

const WORKER = `#!${process.execPath}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, command } = JSON.parse(line)
  console.log(JSON.stringify({ id, output: 'did ' + command }))
})
`

export interface RealHouse {
  readonly runtime: AgentRuntime
  close(): Promise<void>
}

export const openRealHouse = async (variant: Partial<Parts> = {}): Promise<RealHouse> => {
  const dispatcher = await startDispatcher('uds', service)
  const { dir, remove } = folder()
  const worker = join(dir, 'agent-worker')
  writeFileSync(worker, WORKER)
  chmodSync(worker, 0o755)
  const { PATH } = process.env
  process.env.PATH = `${dir}${delimiter}${PATH}`
  const runtime = openAgentRuntime({ service: { path: dispatcher.address.path } }, variant)
  return {
    runtime,
    async close() {
      await runtime.close()
      process.env.PATH = PATH
      await dispatcher.close()
      remove()
    },
  }
}

export interface Listener extends Client {
  readonly questions: readonly Question[]
  readonly deltas: readonly Delta[]
}

/** Answers each question at once by what `choices` says for its command; leaves open what is not there. */
export const listener = (runtime: Pick<AgentRuntime, 'answer'>, choices: Readonly<Record<string, Choice>> = {}): Listener => {
  const questions: Question[] = []
  const deltas: Delta[] = []
  const hear = (question: Question): void => {
    questions.push(question)
    const choice = choices[question.command]
    // Whoever shows a question has first to return.
    if (choice !== undefined) queueMicrotask(() => runtime.answer({ id: question.id, session: question.session, choice }))
  }
  return {
    questions,
    deltas,
    onQuestion: hear,
    notify: async (question) => hear(question),
    onDelta: (delta) => void deltas.push(delta),
  }
}
