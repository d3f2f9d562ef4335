// The worker of a session: a child program that answers a line for each line.
import { spawn } from 'node:child_process'
import type { Worker } from '../session-gateway/worker.js'

export { createAttach } from './fixed.js'

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
      child.kill('SIGKILL') // it may hang in a turn, and would not listen
      await gone
    },
  }
}
