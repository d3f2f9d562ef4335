// Starts a process that searches, hands on what it says, and sees to it that nothing of it is left.
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { sweepAll } from '../../runtimes/node/files/clean-up.js'
import { MESSAGES_FD, type Message, type Request } from '../messages.js'
import { ORDERS_FD, type Order } from '../spread/protocol.js'
import { splitLines } from './lines.js'
import { createTail, type Tail } from './tail.js'
import { tsconfigFor } from './tsconfig.js'

/** A process that lives, for whoever gives it orders. */
export interface Started {
  readonly pid: number
  order(order: Order): void
  /** No more orders: it ends once it has nothing to do. One that does not is killed after five seconds. */
  end(): void
  kill(): void
}

export interface StartOptions {
  readonly onStarted?: (started: Started) => void
  readonly onMessage: (message: Message) => void
  /** Asks it to end: it still reports what it has found. One that does not is killed after five seconds. */
  readonly signal?: AbortSignal
  /** Where the subject's output goes besides its tail. Default: nowhere. */
  readonly output?: (chunk: Uint8Array) => void
}

/** How a process ended. */
export interface Ended {
  /** `null`: it was killed. */
  readonly exitCode: number | null
  readonly killedBy: string | null
  readonly stdout: Tail
  readonly stderr: Tail
}

/** What it has found has to be executed again before it is told. Whoever cannot wait interrupts a second time. */
const KILL_AFTER_MS = 5000

/** What it has started may keep its pipes open for ever; what it has said itself has come by then. */
const LINGER_MS = 500

const entry = new URL('../child/entry.js', import.meta.url)
const register = new URL('../../register.js', import.meta.url)

/**
 * The interceptions come first, before anything of the subject. Garbage is collected in the thread that makes it: there is a process
 * for each core, and V8's helpers would take theirs from the neighbours (two processes on two cores: 1.2 times one with them, 1.8 without).
 */
const NODE_ARGS = ['--single-threaded-gc', '--enable-source-maps', '--import', register.href, fileURLToPath(entry)]

/** Settles when the process is gone and everything that it said has been handed on; never rejects. */
export const startProcess = async (request: Request, { onStarted, onMessage, signal, output }: StartOptions): Promise<Ended> => {
  const child = execa(process.execPath, NODE_ARGS, {
    input: JSON.stringify(request),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    // A transpiler's cache would be a file left behind.
    env: { TSX_DISABLE_CACHE: '1', ...tsconfigFor(request.target, process.env) },
  })
  const [stdout, stderr] = [createTail(), createTail()]
  const collect = (stream: unknown, tail: Tail) =>
    (stream as Readable).on('data', (chunk: Uint8Array) => {
      tail.push(chunk)
      output?.(chunk)
    })
  collect(child.stdout, stdout)
  collect(child.stderr, stderr)
  ;(child.stdio[MESSAGES_FD] as Readable).on(
    'data',
    splitLines((line) => onMessage(JSON.parse(line))),
  )
  const kill = (): void => void child.kill('SIGKILL')
  const killSoon = () => setTimeout(kill, KILL_AFTER_MS).unref()
  const stop = () => {
    child.kill('SIGTERM')
    killSoon()
  }
  const orders = child.stdio[ORDERS_FD] as Duplex
  // It may have died a moment ago: its end is told by what follows.
  orders.on('error', () => {})
  const end = (): void => {
    orders.end()
    killSoon()
  }
  onStarted?.({ pid: child.pid ?? 0, order: (order) => void orders.write(`${JSON.stringify(order)}\n`), end, kill })
  signal?.addEventListener('abort', stop)
  if (signal?.aborted === true) stop()
  child.once('exit', () => void setTimeout(() => [child.stdout, child.stderr].map((pipe) => pipe?.destroy()), LINGER_MS).unref())
  const { exitCode, signal: killedBy } = await child
  signal?.removeEventListener('abort', stop)
  sweepAll()
  return { exitCode: exitCode ?? null, killedBy: killedBy ?? null, stdout, stderr }
}
