// Starts the process of one run and sees it to its end: what it has reported, or how it died.
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { HistoryEvent } from '../../core/history.js'
import { watchdogText } from '../../runtimes/node/watchdog/report.js'
import { MESSAGES_FD, type Problem } from '../messages.js'
import { splitLines } from '../process/lines.js'
import { createTail, type Tail } from '../process/tail.js'
import { tsconfigFor } from '../process/tsconfig.js'
import type { Plan, Ran, RealMessage, RealRequest } from './messages.js'

export interface StartRunOptions {
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string>>
}

/** How the process of a run came to its end. */
export interface RunEnd {
  readonly plan: Plan | null
  readonly ran: Ran | null
  readonly problem: Problem | null
  /** What had happened until then. */
  readonly events: readonly HistoryEvent[]
  /** Why it ended before it had reported; `null` where it had. */
  readonly death: Death | null
}

export interface Death {
  /** The subject had the word by then. */
  readonly begun: boolean
  /** `loop`: the watchdog ended it. `killed`: somebody else did. `ended`: by itself, or by what the subject did. */
  readonly kind: 'loop' | 'killed' | 'ended'
  /** One sentence. */
  readonly how: string
  /** The last lines that it has printed. */
  readonly output: readonly string[]
}

const entry = fileURLToPath(new URL('./entry.js', import.meta.url))

/** For a user's own files the transpiler comes first. No interception does. */
const nodeArgs = ({ target }: RealRequest): string[] => {
  const transpiler = 'file' in target ? ['--import', import.meta.resolve('tsx')] : []
  return ['--enable-source-maps', ...transpiler, entry]
}

/** Settles when the process is gone; never rejects. An aborted run is killed at once: nothing of it counts. */
export const startRun = async (request: RealRequest, { signal, env }: StartRunOptions): Promise<RunEnd> => {
  const child = execa(process.execPath, nodeArgs(request), {
    input: JSON.stringify(request),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    // A transpiler's cache would be a file left behind. The dispatcher of the run inherits this.
    env: { ...env, TSX_DISABLE_CACHE: '1', ...tsconfigFor(request.target, process.env) },
  })
  const [stdout, stderr] = [createTail(), createTail()]
  const collect = (stream: unknown, tail: Tail) => (stream as Readable).on('data', (chunk: Uint8Array) => tail.push(chunk))
  collect(child.stdout, stdout)
  collect(child.stderr, stderr)
  const heard = createHeard()
  ;(child.stdio[MESSAGES_FD] as Readable).on(
    'data',
    splitLines((line) => heard.hear(JSON.parse(line))),
  )
  const kill = (): void => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  const { exitCode, signal: killedBy } = await child
  signal.removeEventListener('abort', kill)
  const output = [...stdout.lines(LAST_LINES), ...stderr.lines(LAST_LINES)]
  return heard.end({ exitCode: exitCode ?? null, killedBy: killedBy ?? null, output })
}

const LAST_LINES = 5

interface Ended {
  readonly exitCode: number | null
  readonly killedBy: string | null
  readonly output: readonly string[]
}

const createHeard = () => {
  const events: HistoryEvent[] = []
  let plan: Plan | null = null
  let ran: Ran | null = null
  let problem: Problem | null = null
  let loop: string | null = null
  let exit: Extract<RealMessage, { type: 'exit' }> | null = null
  let begun = false
  let done = false
  return {
    hear(message: RealMessage): void {
      if (message.type === 'event') events.push(message.event)
      else if (message.type === 'plan') plan = message.plan
      else if (message.type === 'ran') ran = message.ran
      else if (message.type === 'error') problem = message.problem
      else if (message.type === 'watchdog') loop = watchdogText(message)
      else if (message.type === 'exit') exit = message
      else if (message.type === 'begun') begun = true
      else done = true
    },
    end: (ended: Ended): RunEnd => ({ plan, ran, problem, events, death: done ? null : deathOf(ended, { loop, exit, begun }) }),
  }
}

/** By somebody who wants a process to end: what a subject does to itself shows otherwise. */
const FROM_OUTSIDE = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

interface LastWords {
  readonly begun: boolean
  readonly loop: string | null
  readonly exit: { readonly code: number; readonly at: string | null } | null
}

const deathOf = ({ exitCode, killedBy, output }: Ended, { loop, exit, begun }: LastWords): Death => {
  if (loop !== null) return { begun, kind: 'loop', how: loop, output }
  if (exit !== null) {
    const place = exit.at === null ? '' : ` at ${exit.at}`
    return { begun, kind: 'ended', how: `the subject ended its process with exit code ${exit.code}${place}`, output }
  }
  if (killedBy === null) return { begun, kind: 'ended', how: `the process of the run ended with exit code ${exitCode}`, output }
  const kind = FROM_OUTSIDE.includes(killedBy) ? 'killed' : 'ended'
  return { begun, kind, how: `the process of the run was killed by ${killedBy}`, output }
}
