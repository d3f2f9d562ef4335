// What the command line and the process that searches for it tell each other: one request on stdin, then lines of JSON on a pipe of their own.
import type { ErrorCode, Fault } from '../core/errors.js'
import type { SearchReport } from '../core/report.js'
import type { AnyScenario } from '../core/scenario.js'
import type { WatchdogReport } from '../runtimes/node/watchdog/report.js'
import type { BudgetSpec, ReplayResult } from '../search/index.js'
import type { RaceFile, RaceReplay } from '../search/race-files/index.js'
import type { Reply } from './spread/protocol.js'

/** The file descriptor of the messages; stdout and stderr belong to the subject. */
export const MESSAGES_FD = 3

/** Where a scenario is found. */
export type Target = RegisteredTarget | { readonly file: string } | PythonTarget

export interface RegisteredTarget extends PythonMeans {
  readonly registered: string
}

/** A user's file in Python. */
export interface PythonTarget extends PythonMeans {
  readonly file: string
}

/** What a subject in Python is executed with. */
export interface PythonMeans {
  /** The interpreter. Default: an active virtual environment's, then the first on PATH. */
  readonly python?: string
  /** Files and folders that are instrumented besides those under the working directory. */
  readonly traced?: readonly string[]
  /** Of a package that a scenario is about: the root of a checkout, absolute. */
  readonly checkout?: string
}

export interface SearchSettings {
  readonly strategy: string
  /** u32. */
  readonly seed: number
  readonly budget: BudgetSpec
  /** For each generated workload. Default 30. */
  readonly schedules?: number
  /** Id of the only race that counts. */
  readonly race?: string
  /** Whether a failure is explained. Default true. */
  readonly explains?: boolean
  /** A failure does not end it. Default false. */
  readonly keepGoing?: boolean
  /** Executions that making one failure small may take. Default 2,000. */
  readonly shrinkBudget?: number
}

export type Task =
  | { readonly kind: 'describe' }
  /** Shares of a search, as they are ordered. Without a variant: the first one. */
  | { readonly kind: 'search'; readonly variant?: string; readonly settings: SearchSettings }
  /** One search for each seed, with nothing explained: what the table of the registry is made of. */
  | { readonly kind: 'series'; readonly variant: string; readonly settings: SearchSettings; readonly seeds: readonly number[] }
  /** `inspects`: a debugger is waited for, and stops at each deviation. */
  | { readonly kind: 'replay'; readonly token: string; readonly explains?: true; readonly inspects?: boolean }
  /** Race files of the scenario, one after the other. `schedules`: see `ReplayFilesOptions`. */
  | { readonly kind: 'races'; readonly races: readonly RaceFile[]; readonly schedules: number | null }

export interface Request {
  readonly target: Target
  readonly task: Task
  /** The process that must stay alive for this one to go on. */
  readonly parentPid: number
  /** CPU time without a step, in ms; 0: no watchdog. */
  readonly watchdogMs: number
  readonly fallbacks?: ScenarioFallbacks
}

/** What a project's config says for scenarios that do not say it themselves. */
export type ScenarioFallbacks = Pick<AnyScenario, 'limits' | 'native' | 'isolate' | 'recycle'>

/** What a person and the planning of a run need to know of a scenario. */
export interface ScenarioFacts {
  readonly name: string
  readonly story: string
  readonly variants: readonly string[]
  /** By variant; `null` where the scenario does not say. */
  readonly expect: Readonly<Record<string, string>> | null
  /** Ids of the races that it can show. */
  readonly races: readonly string[]
}

/** An error on its way to another process: the text has everything that a person needs. */
export interface Problem {
  readonly code: ErrorCode
  readonly fault: Fault
  readonly text: string
}

export type Message =
  | { readonly type: 'scenario'; readonly scenario: ScenarioFacts }
  | { readonly type: 'started'; readonly variant: string }
  | Reply
  | { readonly type: 'report'; readonly report: SearchReport }
  | { readonly type: 'replayed'; readonly variant: string; readonly result: ReplayResult }
  /** A race file by its place in the request. */
  | { readonly type: 'raced'; readonly index: number; readonly ms: number; readonly result: RaceReplay }
  | { readonly type: 'not-raced'; readonly index: number; readonly problem: Problem }
  /** The race files before have left something: those that are left are for a fresh process. */
  | { readonly type: 'spoilt' }
  | { readonly type: 'error'; readonly problem: Problem }
  /** Nobody caught it outside of an execution; the process ends. */
  | { readonly type: 'uncaught'; readonly text: string }
  /** The process ends before its task; `at`: where `process.exit` was called. */
  | { readonly type: 'exit'; readonly code: number; readonly at: string | null }
  /** The task is done; the process ends. */
  | { readonly type: 'done' }
  | WatchdogReport
