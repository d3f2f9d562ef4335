// The interface between the search and whatever runs a subject under one schedule, and what a body may ask of it.
import type { ChoiceKind } from './choice.js'
import type { Execution } from './execution.js'
import type { HistoryRecorder } from './history.js'
import type { Limits, LoopModel } from './limits.js'
import type { Policy } from './policy.js'

/** What a running body may ask of its runtime. The world of a race and the dispatchers are built on it. */
export interface Controls extends HistoryRecorder {
  /** Virtual milliseconds since the execution began (real ones in the `real` runtime). */
  nowMs(): number
  /** How many steps have begun, the one that runs now included. */
  step(): number
  /** Draws data from the schedule; `options` are names for a person, [0] the least disruptive. Returns the index. */
  choose(kind: Exclude<ChoiceKind, 'run'>, what: string, options: readonly string[]): number
  /** Takes a while: settles in a task of its own, so that others can come first. */
  pause(what: string): Promise<void>
  /** Runs `fn`, and whatever it starts, as this actor. */
  as<T>(actor: string, fn: () => T): T
  /** Notes that two callers were at work at the same time: neither had come to its end, and a step was taken. */
  overlapped(): void
  /** Keeps what was seen of the subject at the end, for the oracles: plain data. The last one counts. */
  observed(value: unknown): void
  /** Actors that are the harness's own (a dispatcher): what they leave open is no leak of the subject. */
  own(actor: string): void
  /** A directory of this execution, empty at its start, the same path in every execution. */
  dir(): string
  /**
   * Makes `spawn(name)` run `program` as a simulated child process. In the `real` runtime it is a process of its own, which needs to know
   * in which module it stands; without that it is refused there (`ONLY_SIMULATED`).
   */
  program(name: string, program: Program, options?: ProgramOptions): void
  /** Runs once the execution is over and its leftovers are counted; in reverse order. */
  atEnd(cleanup: () => void | Promise<void>): void
  /**
   * Runs each time nothing can move any more, before a deadlock (or `stuck`) is claimed: the moment to give up the calls that
   * an injected fault has swallowed. Returns whether it gave up anything: then the execution goes on if the body settles or
   * anything can move.
   */
  atStandstill(giveUp: () => boolean): void
  /** Aborted when the execution is over. */
  readonly signal: AbortSignal
}

/** Lives until it has settled and has read its input to the end, or until it exits. */
export type Program = (process: SimulatedProcess) => void | Promise<void>

export interface ProgramOptions {
  /** The module, as a file URL, whose default export the program is. Default: unknown. */
  readonly module?: string | URL
}

/** What a child program sees of itself, simulated or real. */
export interface SimulatedProcess {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
  /** Ends the program; default code 0. What it has written still goes out. */
  exit(code?: number): void
  /** `handler` runs in the place of what `signal` (`SIGTERM`) would do. `SIGKILL` cannot be handled. */
  onSignal(signal: string, handler: () => void): void
}

export type Body = (controls: Controls) => unknown

export interface ExecutionSettings {
  readonly policy: Policy
  /** Seeds the subject's own randomness; comes from the workload, never from the schedule. */
  readonly subjectSeed: number
  readonly limits: Limits
  readonly model: LoopModel
  /** Keys, steps and deviations are collected: for a profile, a replay, a report. */
  readonly record: boolean
  /**
   * Lines of the subject are noted too, at the price of a stack for every promise: for an explanation. Only together with `record`.
   * Default: none.
   */
  readonly closely?: Closely
  /** A `debugger` statement at each task that came out of turn, and at each piece of data that is not the default. Default false. */
  readonly stops?: boolean
  /** What happens to native work: refused by name, or let through and marked. */
  readonly native: 'refuse' | 'allow'
  /** Connection faults that the runtime may choose (`refuse`, `reset`, `half-open`); none by default. */
  readonly faults: readonly NetFault[]
}

/**
 * Which steps are told with their lines: all, those with these keys, or those in these ranges of their numbers (both ends included). Outside
 * of ranges nothing is looked at, which is what a long execution needs; then nothing is known of who waits at the end.
 */
export type Closely = 'all' | readonly string[] | { readonly ranges: readonly (readonly [from: number, to: number])[] }

export type NetFault = 'refuse' | 'reset' | 'half-open'

/**
 * Runs a body under one schedule and always settles: a failing subject is an end, not a rejection.
 * Rejects only with a `HarnessError`, where nothing can be said about the subject.
 */
export interface Runtime {
  readonly name: string
  execute(body: Body, settings: ExecutionSettings): Promise<Execution>
  /**
   * Where each asking costs something: the same body under each of the policies, one after the other, as `execute` would. Resolves with the
   * first of them, at least one, in their order; the others are to be asked for again. Default: one at a time.
   */
  executeMany?(
    body: Body,
    settings: Omit<ExecutionSettings, 'policy'>,
    policies: readonly Policy[],
  ): Promise<readonly Execution[]>
}
