// One process of Python for one search. It speaks on a descriptor of its own; what it prints is kept as far as somebody may want to see it.
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { HarnessError } from '../../core/errors.js'
import { createLastOutput, type LastOutput } from './last-output.js'
import type { PythonAnswer, PythonQuestion, PythonReply, PythonRequest } from './messages.js'

/** The descriptor of the requests and replies; stdout and stderr belong to the subject. */
const CHANNEL_FD = 3

const DRIVER = fileURLToPath(new URL('./crosswire_driver', import.meta.url))

export interface PythonProcess {
  readonly pid: number
  readonly stdout: LastOutput
  readonly stderr: LastOutput
  /** One at a time. Rejects with `WORKER_DIED` where the process is gone. `answers`: to what it asks before it replies. */
  ask(request: PythonRequest, answers?: Answers): Promise<PythonReply>
  /** Settles when it is gone. */
  close(): Promise<void>
}

export type Answers = (question: PythonQuestion) => PythonAnswer | Promise<PythonAnswer>

interface Waiting {
  readonly id: number
  settle(reply: PythonReply): void
  fail(error: unknown): void
  readonly answers: Answers
  /** Of a tool that it asked. */
  failure?: { readonly error: unknown }
}

/** `python`: the interpreter. It ends with this process, however that ends: its descriptor closes. */
export const startPython = (python: string): PythonProcess => {
  const child = execa(python, ['-B', DRIVER, String(CHANNEL_FD)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    // The order of a set of texts is another one for each seed. No compiled file is left behind.
    env: { PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
  })
  const [stdout, stderr] = [createLastOutput(), createLastOutput()]
  ;(child.stdout as Readable).on('data', stdout.push)
  ;(child.stderr as Readable).on('data', stderr.push)
  const channel = child.stdio[CHANNEL_FD] as Duplex
  // It may have died a moment ago: its end is told by what follows.
  channel.on('error', () => {})
  const waiting: Waiting[] = []
  let asked = 0
  const write = (message: object): void => void channel.write(`${JSON.stringify(message)}\n`)
  const hear = async (line: string): Promise<void> => {
    const message = messageIn(line)
    const [first] = waiting
    if (message === null || first === undefined || message.id !== first.id) return
    if (message.type !== 'ask') {
      waiting.shift()
      return first.failure === undefined ? first.settle(message) : first.fail(first.failure.error)
    }
    const answer = await answerTo(message, first)
    // It may have been ended meanwhile.
    if (waiting[0] !== first) return
    // Told once the worker has ended: what is asked next must not be read by it.
    if ('failed' in answer) first.failure = { error: answer.failed }
    write({ type: 'answer', question: message.question, ...('failed' in answer ? { failed: true } : answer) })
  }
  channel.on(
    'data',
    splitLines((line) => void hear(line)),
  )
  let gone: HarnessError | null = null
  const end = child.then(({ exitCode, signal }) => {
    gone = diedWith(signal ?? `exit code ${exitCode}`, stderr)
    for (const { fail } of waiting.splice(0)) fail(gone)
  })
  return {
    pid: child.pid ?? 0,
    stdout,
    stderr,
    ask: (request, answers = nobody) =>
      new Promise((settle, fail) => {
        if (gone !== null) return fail(gone)
        const id = ++asked
        waiting.push({ id, settle, fail, answers })
        write({ id, ...request })
      }),
    async close() {
      channel.destroy()
      await end
    },
  }
}

/** `failed`: no answer, since the tool is at fault; the worker does not go on. */
const answerTo = async (question: PythonQuestion, { answers }: Waiting): Promise<PythonAnswer | { readonly failed: unknown }> => {
  try {
    return await answers(question)
  } catch (failed) {
    return { failed }
  }
}

type Heard = (PythonReply | PythonQuestion) & { readonly id: number }

/** `null`: what a worker has left that died while it spoke. */
const messageIn = (line: string): Heard | null => {
  if (line === '') return null
  try {
    const message = JSON.parse(line)
    return typeof message?.type === 'string' ? message : null
  } catch {
    return null
  }
}

const nobody: Answers = ({ tool }) => ({ error: `nobody answers for the tool ${tool}` })

const LINES = 8

const diedWith = (how: string, stderr: LastOutput): HarnessError =>
  new HarnessError('WORKER_DIED', `the process of Python that searches ended (${how})`, {
    found: stderr.lines(LINES).join('\n') || 'no word on stderr',
  })

/** Replies come whole or in pieces. */
const splitLines = (line: (text: string) => void): ((chunk: Uint8Array) => void) => {
  const decoder = new TextDecoder()
  let parts: string[] = []
  return (chunk) => {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n')
    for (const piece of pieces.slice(0, -1)) {
      line([...parts, piece].join(''))
      parts = []
    }
    parts.push(pieces.at(-1) as string)
  }
}
