// The worker of a session: a child program that answers a line for each line.
import { spawn } from 'node:child_process'

export interface Worker {
  /** Has it do a turn; rejects where it ends before it has answered. */
  run(prompt: string): Promise<string>
  /** Settles once the child is gone. */
  stop(): Promise<void>
}

/** For a child that does not end when it is told to. */
const PATIENCE_MS = 10_000

interface Turn {
  resolve(answer: string): void
  reject(error: Error): void
}

/**
 * Starts a program as the worker of a session; settles when it says that it is ready, and rejects where it does not come to that. Its
 * turns are answered in their order.
 */
export const startWorker = async ([program = '', ...first]: readonly string[], session: string): Promise<Worker> => {
  const child = spawn(program, [...first, session], { stdio: ['pipe', 'pipe', 'ignore'] })
  const turns: Turn[] = []
  let over: Error | null = null
  const gone = new Promise<void>((resolve) => {
    const end = (cause?: Error): void => {
      over ??= new Error(`the worker of ${session} is gone`, { cause })
      for (const { reject } of turns.splice(0)) reject(over)
      resolve()
    }
    child.on('error', end) // it could not be started
    child.on('exit', () => end())
  })
  const answer = (): Promise<string> =>
    new Promise((resolve, reject) => {
      if (over === null) turns.push({ resolve, reject })
      else reject(over)
    })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) turns.shift()?.resolve(line)
  })
  child.stdin.on('error', () => {}) // 'exit' follows
  await answer()
  return {
    run(prompt) {
      const answered = answer()
      child.stdin.write(`${prompt}\n`)
      return answered
    },
    async stop() {
      const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      child.kill()
      await gone
      clearTimeout(patience)
    },
  }
}
