// The service that has the model and keeps the sessions, and the program that executes commands: what stands around an agent runtime.
import { createInterface } from 'node:readline'
import { type DispatcherSpec, type Json, mockDispatcher, type SimulatedProcess, uniform } from '../../harness/index.js'

/** A prompt has a line for each command that the model will call for: `terminal make TAG-1`. */
const complete = (args: Json): Json => {
  const { prompt } = args as { readonly prompt: string }
  return prompt.split('\n').map((line) => {
    const [path = '', ...command] = line.split(' ')
    if (path === 'fail') throw new Error(`the model is overloaded: ${command.join(' ')}`)
    return { path, command: command.join(' ') }
  })
}

const shorter = (): Json => ({ role: 'assistant', content: 'what was said before, in short' })

export const service: DispatcherSpec = mockDispatcher({
  tools: { complete, load: () => [], save: () => null, compress: shorter },
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
