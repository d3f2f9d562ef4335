// What stands around the gateway in a scenario: the store with the service that builds agents, and the program of its workers.
import { type Controls, type Json, mockDispatcher, oneOf, type Surroundings, type ToolSpec } from '../../harness/index.js'

const numbered = (prefix: string): (() => string) => {
  let last = 0
  return () => `${prefix}-${++last}`
}

/** Rows and agents are numbered in the order in which they are asked for. */
const tools = (): Readonly<Record<string, ToolSpec>> => ({
  open: numbered('s'),
  read: () => [] as Json,
  commit: () => null,
  end: () => null,
  build: numbered('agent'),
  release: () => null,
})

/** Each request takes a while, and building an agent a while longer. */
export const store = mockDispatcher({
  tools,
  service: 'concurrent',
  delay: oneOf(5, 40),
  delays: { build: oneOf(10, 80) },
})

export const addressOf = (dispatcher: Surroundings['dispatcher']): { readonly path: string } => {
  if (dispatcher?.address.transport !== 'uds') throw new TypeError('this store is behind a unix socket')
  return { path: dispatcher.address.path }
}

/** The program of a worker: it says that it is ready, then answers a line for each line, until it is told to end. */
export const provideWorkers = (controls: Controls): void =>
  controls.program('session-worker', ({ stdin, stdout }) => {
    stdout.write('ready\n')
    let text = ''
    stdin.setEncoding('utf8')
    stdin.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) stdout.write(`did ${line}\n`)
    })
  })
