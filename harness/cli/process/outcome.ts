// From the end of a process to what a person is told about it.
import { ERROR_CODES, type ErrorCode } from '../../core/errors.js'
import { watchdogText } from '../../runtimes/node/watchdog/report.js'
import type { Message, Problem, Request } from '../messages.js'
import { type Ended, type StartOptions, startProcess } from './start.js'

/** What a process came to: `problem` is `null` where it did its task, whatever that has shown. */
export interface TaskEnd {
  readonly problem: Problem | null
  readonly interrupted: boolean
}

/** Runs one task in a process of its own. Messages of failure become the problem; the others are handed on. */
export const runTask = async (request: Request, options: StartOptions): Promise<TaskEnd> => {
  let problem: Problem | null = null
  let exit: Extract<Message, { type: 'exit' }> | null = null
  let uncaught: string | null = null
  let done = false
  const onMessage = (message: Message) => {
    switch (message.type) {
      case 'error':
        problem = message.problem
        return
      case 'watchdog':
        problem = problemWith('WATCHDOG', watchdogText(message))
        return
      case 'uncaught':
        uncaught = message.text
        return
      case 'exit':
        exit = message
        return
      case 'done':
        done = true
        return
      default:
        options.onMessage(message)
    }
  }
  const ended = await startProcess(request, { ...options, onMessage })
  const interrupted = options.signal?.aborted === true
  if (!done && !interrupted) problem ??= deathOf(ended, { exit, uncaught })
  return { problem: problem === null ? null : withOutput(problem, ended), interrupted }
}

interface LastWords {
  readonly exit: Extract<Message, { type: 'exit' }> | null
  readonly uncaught: string | null
}

const deathOf = (ended: Ended, { exit, uncaught }: LastWords): Problem => {
  if (uncaught !== null) {
    return problemWith(
      'SUBJECT_EXITED',
      lines('SUBJECT_EXITED: an error that nobody caught ended the process', indented(uncaught)),
    )
  }
  if (exit === null) return problemWith('WORKER_DIED', `WORKER_DIED: the process that searches ${howOf(ended)}`)
  if (exit.at === null && exit.code === 0) {
    const what = 'a module of the scenario never finishes loading: its top-level await never settles'
    return problemWith('BAD_SCENARIO_FILE', lines(`BAD_SCENARIO_FILE: ${what}`, outputOf(ended)))
  }
  const place = exit.at === null ? [] : [`  at ${exit.at}`]
  return problemWith('SUBJECT_EXITED', lines(`SUBJECT_EXITED: the subject ended the process with exit code ${exit.code}`, place))
}

const LAST_LINES = 10

const howOf = ({ exitCode, killedBy }: Ended): string =>
  killedBy === null ? `ended with exit code ${exitCode}` : `was killed by ${killedBy}`

const lines = (first: string, rest: readonly string[]): string => [first, ...rest].join('\n')

const DEATHS: readonly ErrorCode[] = ['SUBJECT_EXITED', 'WORKER_DIED']

/** Whatever ended a process, or the thread that executes in it, may have said why before. */
const withOutput = (problem: Problem, ended: Ended): Problem =>
  DEATHS.includes(problem.code) ? { ...problem, text: lines(problem.text, outputOf(ended)) } : problem

const outputOf = ({ stdout, stderr }: Ended): string[] => [...lastLines('stdout', stdout), ...lastLines('stderr', stderr)]

const lastLines = (name: string, tail: Ended['stdout']): string[] =>
  tail.bytes === 0
    ? []
    : [
        `  last lines of ${name} (${tail.bytes.toLocaleString('en')} bytes in all):`,
        ...tail.lines(LAST_LINES).map((line) => `    ${line}`),
      ]

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`)

const problemWith = (code: ErrorCode, text: string): Problem => ({ code, fault: ERROR_CODES[code].fault, text })
