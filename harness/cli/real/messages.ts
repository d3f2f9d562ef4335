// What the command line and the process of a run in the real world tell each other: one request on stdin, then lines of JSON.
import type { DispatcherAddress } from '../../core/dispatcher-spec.js'
import type { Execution } from '../../core/execution.js'
import type { HistoryEvent } from '../../core/history.js'
import type { RunOrder } from '../../core/rate-report.js'
import type { Verdict } from '../../core/verdict.js'
import type { Workload } from '../../core/workload.js'
import type { WatchdogReport } from '../../runtimes/node/watchdog/report.js'
import type { Order } from '../../runtimes/real/order.js'
import type { Mark } from '../../runtimes/real/processes.js'
import type { Problem, Target } from '../messages.js'

/** Where a run has its files; made before it, removed behind it. */
export interface RunPlace {
  /** Handed to the subject. */
  readonly dir: string
  /** Where `os.tmpdir()` points. */
  readonly temporary: string
  /** Of the dispatcher, for a socket or its files. */
  readonly dispatcher: string
  /** Of what starts the scenario's own programs. */
  readonly programs: string
}

export interface HoldRequest {
  readonly order: Order
  /** Real ms. */
  readonly boundMs: number
  /** The bound holds as it is; else it is lowered below half of the shortest timer that the subject arms. */
  readonly declared: boolean
}

export type RealTask =
  /** What there is to run: nothing of the subject is loaded. */
  | { readonly kind: 'plan'; readonly runs: number; readonly seed: number }
  | {
      readonly kind: 'run'
      readonly workload: Workload
      readonly seed: number
      readonly patienceMs: number
      readonly place: RunPlace
      readonly mark: Mark
      readonly hold?: HoldRequest
    }

export interface RealRequest {
  readonly target: Target
  readonly variant: string
  readonly task: RealTask
  /** The process that must stay alive for this one to go on. */
  readonly parentPid: number
  /** CPU time without a turn of the loop, in ms; 0: no watchdog. */
  readonly watchdogMs: number
}

export interface Plan {
  readonly scenario: string
  readonly expect: string | null
  /** Transport of the dispatcher that is spawned for each run; `null`: the scenario brings its own peer. */
  readonly transport: DispatcherAddress['transport'] | null
  /** Real ms; `null` where the scenario does not say. */
  readonly clientTimeoutMs: number | null
  /** One for each run. */
  readonly workloads: readonly Workload[]
  readonly notes: readonly string[]
}

/** What one run came to, in its own process. */
export interface Ran {
  readonly execution: Execution
  readonly verdicts: readonly Verdict[]
  /** The one that leads; `null` where all passed. */
  readonly leading: Verdict | null
  readonly race: string | null
  /** Who waited when it was ended because nothing happened any more; `null` where it came to an end by itself. */
  readonly hung: readonly string[] | null
  readonly order: RunOrder | null
  /** What was given up in it, in a sentence each. */
  readonly notes?: readonly string[]
}

export type RealMessage =
  | { readonly type: 'plan'; readonly plan: Plan }
  /** The subject has the word: what ends the process from now on may be its doing. */
  | { readonly type: 'begun' }
  /** As it becomes known, so that it is there though the process dies. */
  | { readonly type: 'event'; readonly event: HistoryEvent }
  | { readonly type: 'ran'; readonly ran: Ran }
  | { readonly type: 'error'; readonly problem: Problem }
  | { readonly type: 'exit'; readonly code: number; readonly at: string | null }
  | { readonly type: 'done' }
  | WatchdogReport
