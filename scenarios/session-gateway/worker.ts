// The worker of a session: a child program that answers a line for each line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Worker {
  /** Has it do a turn; rejects where it ends before it has answered. */
  run(prompt: string): Promise<string>
  /** Settles once the child is gone. */
  stop(): Promise<void>
}

interface Turn {
  resolve(answer: string): void
  reject(error: Error): void
}

/** Starts a program as the worker of a session; settles when it says that it is ready. Its turns are answered in their order. */
export const startWorker = async ([program = '', ...first]: readonly string[], session: string): Promise<Worker> => {
  const child = spawn(program, [...first, session], { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  const turns: Turn[] = []
  const ready = new Promise<string>((resolve, reject) => turns.push({ resolve, reject }))
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) turns.shift()?.resolve(line)
  })
  child.stdin.on('error', () => {}) // 'exit' follows
  child.on('exit', () => {
    for (const { reject } of turns) reject(new Error(`the worker of ${session} is gone`))
  })
  await ready
  return {
    run: (prompt) =>
      new Promise((resolve, reject) => {
        turns.push({ resolve, reject })
        child.stdin.write(`${prompt}\n`)
      }),
    async stop() {
      child.kill()
      await exited
    },
  }
}
