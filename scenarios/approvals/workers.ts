// The workers: one child program for each profile, which executes commands.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Workers {
  /** Starts the worker where there is none yet. */
  start(profile: string): void
  /** Executes a command and gives its output; starts the worker where there is none yet. Rejects where the worker is stopped meanwhile. */
  execute(profile: string, command: string): Promise<string>
  /** Settles once the child is gone. */
  stop(profile: string): Promise<void>
  /** Profiles that have one. */
  running(): readonly string[]
}

interface Job {
  resolve(output: string): void
  reject(error: Error): void
}

interface Worker {
  execute(command: string): Promise<string>
  stop(): Promise<void>
}

export const createWorkers = (): Workers => {
  const workers = new Map<string, Worker>()
  const workerOf = (profile: string): Worker => {
    const worker = workers.get(profile) ?? startWorker(profile)
    workers.set(profile, worker)
    return worker
  }
  return {
    start: (profile) => void workerOf(profile),
    execute: (profile, command) => workerOf(profile).execute(command),
    async stop(profile) {
      const worker = workers.get(profile)
      workers.delete(profile)
      await worker?.stop()
    },
    running: () => [...workers.keys()],
  }
}

/** A line of JSON for each command, one for each output, in any order. */
const startWorker = (profile: string): Worker => {
  const child = spawn('agent-worker', [profile], { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  const jobs = new Map<number, Job>()
  let lastId = 0
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const { id, output } = JSON.parse(line) as { id: number; output: string }
      jobs.get(id)?.resolve(output)
      jobs.delete(id)
    }
  })
  child.stdin.on('error', () => {}) // 'exit' follows
  child.on('exit', () => {
    for (const { reject } of jobs.values()) reject(new Error(`the worker of ${profile} was stopped`))
    jobs.clear()
  })
  return {
    execute: (command) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        jobs.set(id, { resolve, reject })
        child.stdin.write(`${JSON.stringify({ id, command })}\n`)
      }),
    async stop() {
      child.kill()
      await exited
    },
  }
}
