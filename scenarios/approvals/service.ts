// The service that has the model and keeps the sessions, and the program that executes commands: what stands around an agent runtime.
import { createInterface } from 'node:readline'
import {
  type DispatcherSpec,
  type Json,
  mockDispatcher,
  type SimulatedProcess,
  type ToolSpec,
  uniform,
} from '../../harness/index.js'
import type { Message } from './runs.js'

/** A prompt has a line for each command that the model will call for: `terminal make TAG-1`. */
const complete = (args: Json): Json => {
  const { prompt } = args as { readonly prompt: string }
  return prompt.split('\n').map((line) => {
    const [path = '', ...command] = line.split(' ')
    if (path === 'fail') throw new Error(`the model is overloaded: ${command.join(' ')}`)
    return { path, command: command.join(' ') }
  })
}

/** One message for all: what was said is still in it. */
const shorter = (args: Json): Json => {
  const { messages } = args as unknown as Row
  return { role: 'assistant', content: messages.map(({ content }) => content).join('\n') }
}

interface Row {
  readonly session: string
  readonly messages: readonly Message[]
}

/** What was said in sessions before, as the service keeps it. */
export const SAID_BEFORE: Readonly<Record<string, readonly Message[]>> = {
  's-1': [{ role: 'assistant', content: 'good evening' }],
  's-3': [{ role: 'assistant', content: 'see you tomorrow' }],
}
/** Whose row cannot be read when it is asked for the first time. */
const LOCKED = 's-3'

const rowTools = (): Readonly<Record<string, ToolSpec>> => {
  const rows = new Map<string, Json>(
    Object.entries(SAID_BEFORE).map(([session, messages]) => [session, messages as unknown as Json]),
  )
  const locked = new Set([LOCKED])
  return {
    load(args) {
      const { session } = args as unknown as Row
      if (locked.delete(session)) throw new Error(`the row of ${session} is locked`)
      return rows.get(session) ?? []
    },
    save(args) {
      const { session, messages } = args as unknown as Row
      rows.set(session, messages as unknown as Json)
      return null
    },
  }
}

export const service: DispatcherSpec = mockDispatcher({
  tools: () => ({ complete, compress: shorter, ...rowTools() }),
  delay: uniform(1, 41),
  service: 'concurrent',
})

/** Executes nothing, and says so. */
export const agentWorker = async ({ stdin, stdout }: SimulatedProcess): Promise<void> => {
  for await (const line of createInterface({ input: stdin })) {
    const { id, command } = JSON.parse(line) as { id: number; command: string }
    stdout.write(`${JSON.stringify({ id, output: `did ${command}` })}\n`)
  }
}
