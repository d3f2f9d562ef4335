// A process that has loaded a variant and explores shares of its search, as the command line holds it.
import type { Counterexample } from '../../core/report.js'
import type { Account, Explored, Finding, Share, SubjectFacts } from '../../search/index.js'
import type { Message, Problem, Request, ScenarioFacts } from '../messages.js'
import { runTask } from '../process/outcome.js'
import type { Started } from '../process/start.js'
import { ReportedError } from '../reported-error.js'
import type { Order } from './protocol.js'

export interface ExploreOptions {
  readonly elapsedMs: number
  /** `null` where time is not the budget. */
  readonly leftMs: number | null
  /** How far the share is. */
  readonly onProgress: (executions: number, distinct: number) => void
  /** See `During` of the search. */
  readonly isFinal: (account: Account) => Promise<boolean>
}

/** Does one thing at a time. What it was asked for is rejected with a `ReportedError` where the process ends before it is done. */
export interface Worker {
  readonly pid: number
  readonly facts: SubjectFacts
  readonly runtime: string
  readonly isAlive: boolean
  explore(share: Share, options: ExploreOptions): Promise<Explored>
  make(what: ToMake): Promise<readonly Counterexample[]>
  /** Asks it to end, which it does once it is idle. Settles when it is gone. */
  end(): Promise<void>
  /** Its share is of no use any more. */
  kill(): void
}

/** What is made small: a finding, or all of one kind that a search has kept. */
export type ToMake = { readonly finding: Finding } | { readonly findings: readonly Finding[] }

export interface WorkerOptions {
  readonly onScenario: (scenario: ScenarioFacts) => void
  /** Asks it to end: what it is at it still reports. */
  readonly signal: AbortSignal
}

/** Settles once the variant is loaded; rejects with a `ReportedError` where it never is. */
export const startWorker = async (request: Request, { onScenario, signal }: WorkerOptions): Promise<Worker> => {
  let started: Started | null = null
  let lost: Problem | null = null
  let answer: (message: Message) => void = () => {}
  let fail: (problem: Problem) => void = () => {}
  const replies = <T>(take: (message: Message, resolve: (value: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      fail = (problem) => reject(new ReportedError(problem))
      answer = (message) => take(message, resolve)
      if (lost !== null) fail(lost)
    })
  const ready = replies<Extract<Message, { type: 'ready' }>>((message, resolve) => message.type === 'ready' && resolve(message))
  const gone = runTask(request, {
    signal,
    onStarted: (process) => {
      started = process
    },
    onMessage: (message) => (message.type === 'scenario' ? onScenario(message.scenario) : answer(message)),
  }).then(({ problem }) => {
    lost = problem ?? INTERRUPTED
    fail(lost)
  })
  const { facts, runtime } = await ready
  const process = started as unknown as Started
  const order = (what: Order): void => process.order(what)
  return {
    pid: process.pid,
    facts,
    runtime,
    get isAlive() {
      return lost === null
    },
    explore: (share, { elapsedMs, leftMs, onProgress, isFinal }) => {
      const explored = replies<Explored>((message, resolve) => {
        if (message.type === 'exploring') onProgress(message.executions, message.distinct)
        else if (message.type === 'found') isFinal(message.account).then((is) => order({ kind: is ? 'shrink' : 'drop' }))
        else if (message.type === 'explored') resolve(message)
      })
      order({ kind: 'explore', share, elapsedMs, leftMs })
      return explored
    },
    make: (what) => {
      const made = replies<readonly Counterexample[]>(
        (message, resolve) => message.type === 'made' && resolve(message.counterexamples),
      )
      order('finding' in what ? { kind: 'counterexample', ...what } : { kind: 'distinct', ...what })
      return made
    },
    end: () => {
      process.end()
      return gone
    },
    kill: () => process.kill(),
  }
}

/** It ended because it was asked to, in the middle of something. */
const INTERRUPTED: Problem = {
  code: 'WORKER_DIED',
  fault: 'driver',
  text: 'WORKER_DIED: the process that searches was interrupted',
}
