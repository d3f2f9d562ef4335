// What the interceptions may ask of the kernel. They post tasks and make choices; they never see a policy.
import type { AsyncResource } from 'node:async_hooks'
import type { Access, ChoiceKind, Option } from '../../../core/choice.js'
import type { HarnessError } from '../../../core/errors.js'
import type { Leftover } from '../../../core/execution.js'
import type { NetFault, SimulatedProcess } from '../../../core/runtime.js'

/**
 * Where in a turn of the loop a channel's tasks run. `io`: the poll phase. `prompt`: the poll phase, and never too late for the
 * next one: what the process itself makes ready (a message to a port of its own). `pool`: the poll phase too, but with at most
 * `poolSize` effects in flight. `pending`: right after the events that the poll phase has found, in order, before immediates:
 * what libuv feeds to itself (an end that is sent, a connection that is refused at once). `close`: the phase of close
 * callbacks, after immediates.
 */
export type Lane = 'io' | 'prompt' | 'pool' | 'pending' | 'close'

/** A first-in-first-out source of tasks; only its head can run. One for each thing whose order the real system keeps. */
export interface Channel {
  readonly lane: Lane
  readonly what: string
  readonly access: Access | null
}

export interface Task extends Option {
  /** Never runs once this is set. */
  cancelled: boolean
}

/** A resource that counts as a leftover while it is registered. */
export interface Resource {
  readonly kind: Leftover['kind']
  readonly what: string
  referenced: boolean
  /** Destroys the real thing at teardown; must not throw. */
  destroy(): void
}

/** A timer as user code holds it is built on this: arm, re-arm, disarm. */
export interface TimerEntry {
  readonly ms: number
  /** Runs in the async context captured at `armTimer`. */
  fire(): void
  referenced: boolean
}

export interface Kernel {
  readonly nowMs: number
  /** The clock as code reads it: a step that reads it over and over makes it move, so that a busy wait ends. */
  readClock(): number
  /** Wall clock of the execution's start; the same in every execution. */
  readonly epochMs: number
  readonly faults: readonly NetFault[]
  readonly programs: ReadonlyMap<string, (process: SimulatedProcess) => void | Promise<void>>
  readonly dir: () => string

  /** `what` must not hold a global counter (port, pid, fd): it becomes part of a stable key. */
  channel(lane: Lane, what: string, access?: Access | null): Channel
  /**
   * Posts a task at the end of its channel. `scope`: the async context in which `run` is called where it calls user code
   * (create one `AsyncResource` for each socket, request or timer); `null` where `run` only settles promises.
   */
  post(channel: Channel, run: () => void, scope?: AsyncResource | null): Task
  /**
   * Puts a task at the head of its channel, as something that was ready before and still is (what is left of a split chunk):
   * where the channel is empty, by default before all that has become ready meanwhile.
   */
  postFirst(channel: Channel, run: () => void, scope?: AsyncResource | null): Task
  /** A task on a channel of its own. */
  once(lane: Lane, what: string, run: () => void, scope?: AsyncResource | null, access?: Access | null): Task
  /**
   * Comes right after the task that runs now and its drain, before anything else can: the rest of a batch that the real
   * system delivers in one go. At most one at a time.
   */
  follow(what: string, run: () => void, scope?: AsyncResource | null): void
  /** A pool operation: `effect` runs as one task (a slot is taken), `done` as a second one (the slot is free again). */
  poolOperation(what: string, access: Access | null, effect: () => void, done: () => void, scope?: AsyncResource | null): void

  /** As `Controls.atStandstill`: runs where nothing can move any more; returns whether it made anything move. */
  atStandstill(giveUp: () => boolean): void
  armTimer(entry: TimerEntry): void
  disarmTimer(entry: TimerEntry): void
  isArmed(entry: TimerEntry): boolean
  setImmediate(run: () => void): { cancel(): void; referenced: boolean }

  /** Draws data from the schedule; returns an index into `options`, [0] the default. */
  choose(kind: Exclude<ChoiceKind, 'run'>, what: string, options: readonly string[]): number

  /** Runs `fn`, and whatever it starts, as this actor. */
  as<T>(actor: string, fn: () => T): T

  /** Registers a leftover until `remove` is called. */
  hold(resource: Resource): { remove(): void }
  /** A number that is unique in this execution and the same in every execution under the same schedule: ports, pids. */
  nextNumber(of: 'port' | 'pid' | 'fd'): number
  /** A virtual port or path once used is never used again in this process (pools of the subject may remember it). */
  readonly notes: Map<symbol, unknown>

  /** Random streams of the subject, one per API so that they do not shift one another: u32. */
  random(stream: 'math' | 'crypto'): number
  /** The subject threw outside of any caller, or a rejection reached nobody. */
  subjectError(kind: 'error' | 'rejection', error: unknown, promise?: object): void
  /** A rejection that was reported is handled after all: it is withdrawn. */
  rejectionHandled(promise: object): void
  /** Native work was started that no choice reaches: refused by name, or marked. Throws the refusal where `native` is `refuse`. */
  escape(type: string): void
  /** The execution is refused with this error, even if the subject swallows it: returns it, to be thrown. */
  refuse(error: HarnessError): HarnessError
}

/** One interception: replaces something for good, dispatching on `current()`; returns what puts it back. */
export type Install = () => () => void
