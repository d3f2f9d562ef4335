// What stands around the gateway in a scenario: the store with the service that builds agents, and the program of its workers.
import { type Controls, type Json, mockDispatcher, oneOf, type Surroundings, type ToolSpec } from '../../harness/index.js'

const numbered = (prefix: string): (() => string) => {
  let last = 0
  return () => `${prefix}-${++last}`
}

/** Rows and agents are numbered in the order in which they are asked for. */
const tools = (): Readonly<Record<string, ToolSpec>> => ({
  open: numbered('s'),
  // Rows are kept when their sessions end.
  reopen: () => true,
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
  delay: oneOf(5, 40, 150),
  delays: { build: oneOf(10, 300) },
})

export const addressOf = (dispatcher: Surroundings['dispatcher']): { readonly path: string } => {
  if (dispatcher?.address.transport !== 'uds') throw new TypeError('this store is behind a unix socket')
  return { path: dispatcher.address.path }
}

const SLOW_MS = 30_000

/**
 * The program of a worker: it says that it is ready, then answers a line for each line, until it is told to end. What begins with
 * `slowly` takes it half a minute.
 */
export const provideWorkers = (controls: Controls): void =>
  controls.program('session-worker', ({ stdin, stdout, exit, onSignal }) => {
    let text = ''
    let timer: NodeJS.Timeout | undefined
    const answer = (line: string): void => void stdout.write(`did ${line}\n`)
    onSignal('SIGTERM', () => {
      clearTimeout(timer)
      exit()
    })
    stdout.write('ready\n')
    stdin.setEncoding('utf8')
    stdin.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('slowly')) timer = setTimeout(answer, SLOW_MS, line)
        else answer(line)
      }
    })
  })
