// The program of a worker: it says that it is ready, then answers a line for each line, until it is told to end or its gateway is gone.
import { type ChildProcess, spawn } from 'node:child_process'
import type { SimulatedProcess } from '../../harness/index.js'

const SLOW_MS = 30_000

/**
 * One line after the other; what begins with `slowly` takes it half a minute. For what begins with `run` it has a helper, which ends with it. For what begins with
 * `recall` it tells what it was asked before.
 */
const sessionWorker = ({ argv, stdin, stdout, exit, onSignal }: SimulatedProcess): void => {
  const asked: string[] = []
  const waiting: string[] = []
  let text = ''
  let timer: NodeJS.Timeout | undefined
  let helper: ChildProcess | null = null
  const answer = (line: string): void => {
    stdout.write(`did ${line}${line.startsWith('recall') ? ` after ${asked}` : ''}\n`)
    asked.push(line)
  }
  const slowly = (line: string): void => {
    timer = undefined
    answer(line)
    goOn()
  }
  const goOn = (): void => {
    while (timer === undefined && waiting.length > 0) {
      const line = waiting.shift() as string
      if (line.startsWith('run')) helper ??= spawn('session-helper', argv.slice(1), { stdio: 'ignore' })
      if (line.startsWith('slowly')) timer = setTimeout(slowly, SLOW_MS, line)
      else answer(line)
    }
  }
  const end = (): void => {
    clearTimeout(timer)
    helper?.on('exit', () => exit()).kill()
    if (helper === null) exit()
  }
  onSignal('SIGTERM', end)
  stdin.on('end', end)
  stdout.write('ready\n')
  stdin.setEncoding('utf8')
  stdin.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    waiting.push(...lines)
    goOn()
  })
}

export default sessionWorker
