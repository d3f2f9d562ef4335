// The life of a simulated program: it starts in a task of its own, as an actor of its own, and ends by exit, signal, error, or by itself.
import net from 'node:net'
import { Readable, Writable } from 'node:stream'
import type { SimulatedProcess } from '../../../../core/runtime.js'
import type { Kernel } from '../../kernel/types.js'
import type { PipeHandle } from '../net/index.js'
import type { Program } from './find-program.js'
import { isIgnored } from './signals.js'

export interface ProgramFacts {
  /** Its name as an actor. */
  readonly label: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly pid: number
  /** Its ends of the standard streams; `null`: ignored or inherited. */
  readonly ends: readonly (PipeHandle | null)[]
  /** Told once, as soon as it is dead. `signal` is empty unless it died of one. */
  readonly over: (code: number, signal: string) => void
}

export interface ProgramLife {
  readonly label: string
  readonly dead: boolean
  start(): void
  signal(name: string): void
}

export const createProgramLife = (kernel: Kernel, program: Program, facts: ProgramFacts): ProgramLife => {
  const { label, ends, over } = facts
  const handlers = new Map<string, (() => void)[]>()
  let streams: Streams | null = null
  let dead = false

  const die = (code: number, signal: string): void => {
    if (dead) return
    dead = true
    if (streams !== null && signal === '') streams.finish()
    else if (streams !== null) streams.cut()
    else for (const end of ends) end?.close()
    over(code, signal)
  }
  const fail = (error: unknown): void => {
    if (dead) return
    streams?.stderr.write(`${error instanceof Error ? error.stack : `Uncaught ${String(error)}`}\n`)
    die(1, '')
  }
  const live = (): void => {
    if (dead) return
    const { stdin, stdout, stderr } = (streams = openStreams(ends))
    const { argv, env, pid } = facts
    const exit = (code = 0): void => die(code, '')
    const onSignal = (name: string, handler: () => void): void => {
      handlers.set(name, [...(handlers.get(name) ?? []), handler])
    }
    const self: SimulatedProcess = { argv, env, pid, stdin, stdout, stderr, exit, onSignal }
    const settled = async () => {
      await program(self)
      await untilRead(stdin)
      exit()
    }
    settled().catch(fail)
  }

  return {
    label,
    get dead() {
      return dead
    },
    start: () => kernel.as(label, live),
    signal(name) {
      if (dead) return
      const own = name === 'SIGKILL' ? [] : (handlers.get(name) ?? [])
      if (own.length > 0) kernel.as(label, () => own.forEach((handler) => void handler()))
      else if (!isIgnored(name)) die(0, name)
    },
  }
}

/** As for a real program, input that is being read keeps it alive. */
const untilRead = (stdin: Readable): Promise<void> =>
  new Promise((resolve) => {
    const isRead = stdin.listenerCount('data') > 0 || stdin.listenerCount('readable') > 0
    if (!isRead || stdin.readableEnded || stdin.destroyed) resolve()
    else stdin.once('end', resolve).once('close', resolve)
  })

interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  /** What is written still goes out, as from a real program, whose writes wait. */
  finish(): void
  /** All at once. */
  cut(): void
}

const openStreams = (ends: readonly (PipeHandle | null)[]): Streams => {
  const open = (end: PipeHandle | null | undefined, readable: boolean): net.Socket | null =>
    end ? new net.Socket({ handle: end, readable, writable: !readable } as net.SocketConstructorOpts) : null
  const [input, output, errors, ...others] = ends
  const stdin = open(input, true) ?? Readable.from([])
  const writables = [output, errors].map((end) => open(end, false) ?? nowhere())
  // A parent that reads no more is no error of the program's: it just ends, or does not notice.
  for (const writable of writables) writable.on('error', () => {})
  const [stdout, stderr] = writables as [Writable, Writable]
  return {
    stdin,
    stdout,
    stderr,
    finish() {
      stdin.destroy()
      for (const writable of writables) writable.end(() => writable.destroy())
      for (const end of others) end?.close()
    },
    cut() {
      for (const stream of [stdin, ...writables]) stream.destroy()
      for (const end of others) end?.close()
    },
  }
}

/** Output that is ignored or inherited: thousands of executions would print it thousands of times. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })
