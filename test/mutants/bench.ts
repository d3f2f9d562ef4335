// A process that searches mutants one after the other, and is started anew where one of them has ended it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../support/crosswire.js'

export interface Order {
  readonly scenario: string
  readonly variant: string
  /** Relative to the root. */
  readonly file: string
  /** JavaScript. */
  readonly code: string
  /** Executions. */
  readonly budget: number
}

export interface Answer {
  readonly outcome: string
  /** The oracle that failed. */
  readonly by: string
}

export interface Bench {
  /** `null` where the process ended before it had an answer; where that takes too long, `outcome` is `time`. */
  search(order: Order): Promise<Answer | null>
  /** Settles when the process is gone. */
  close(): Promise<void>
}

/** What a mutant leaves behind in the process adds up. */
const MOST_ORDERS = 40

/** A search takes seconds; the watchdog of the process ends what makes no step, and this what makes steps for ever. */
const PATIENCE_MS = 60_000

/** `dist`: a build that it may put copies of the scenarios into. */
export const openBench = (dist: string): Bench => {
  let child: ChildProcess | null = null
  let orders = 0
  const start = async (): Promise<ChildProcess> => {
    const register = new URL(`file://${join(dist, 'harness/register.js')}`).href
    const started = fork(join(ROOT, 'test/mutants/bench.mjs'), [dist], {
      execArgv: ['--enable-source-maps', '--import', register],
      env: { ...process.env, TMPDIR: dist },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await answered(started)
    return started
  }
  const close = async (): Promise<void> => {
    const ended = child
    child = null
    orders = 0
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return
    ended.kill('SIGKILL')
    await once(ended, 'exit')
  }
  return {
    async search(order) {
      if (orders++ >= MOST_ORDERS || child?.connected === false) await close()
      child ??= await start()
      child.send(order)
      const answer = await answered(child)
      if (answer === null || answer === LATE) await close()
      return answer
    },
    close,
  }
}

const LATE: Answer = { outcome: 'time', by: 'time' }

const answered = (child: ChildProcess): Promise<Answer | null> =>
  new Promise((resolve) => {
    const done = (answer: Answer | null): void => {
      clearTimeout(patience)
      child.off('message', told).off('exit', gone)
      resolve(answer)
    }
    const told = (answer: unknown): void => done(answer as Answer)
    const gone = (): void => done(null)
    const patience = setTimeout(done, PATIENCE_MS, LATE)
    child.on('message', told).on('exit', gone)
  })
