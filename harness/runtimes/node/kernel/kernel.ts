// One execution's kernel: what the interceptions and the body ask, put together from the loop, the stepper, and who posts what.
import type { AsyncResource } from 'node:async_hooks'
import type { Access, ChoiceKind, Decide } from '../../../core/choice.js'
import { type HarnessError, isHarnessError } from '../../../core/errors.js'
import type { EventFacts } from '../../../core/history.js'
import { mix } from '../../../core/random.js'
import type { ExecutionSettings, NetFault, SimulatedProcess } from '../../../core/runtime.js'
import { Sight } from '../sight/sight.js'
import { Asking } from './asking.js'
import { Escapes } from './escapes.js'
import { Journal } from './journal.js'
import { Loop } from './loop.js'
import { phrase } from './phrase.js'
import { Pool, type PoolOperation } from './pool.js'
import { Posting } from './posting.js'
import { Resources } from './resources.js'
import { type Progress, Stepper } from './stepper.js'
import { Subject } from './subject.js'
import { ChannelQueue, IMMEDIATE, type TaskNode } from './task.js'
import type { Channel, Kernel, Lane, Resource, Task, TimerEntry } from './types.js'

/** Virtual wall clock at the start of every execution: 2023-11-14T22:13:20Z. */
const EPOCH_MS = 1_700_000_000_000

/** So often a step may read the clock before that takes time: nobody does so but to wait. */
const READS_AT_ONCE = 1000

type SimulatedProgram = (process: SimulatedProcess) => void | Promise<void>

export class NodeKernel implements Kernel {
  readonly epochMs = EPOCH_MS
  readonly faults: readonly NetFault[]
  readonly settings: ExecutionSettings
  readonly loop: Loop
  readonly asking: Asking
  readonly posting: Posting
  readonly journal = new Journal()
  readonly resources = new Resources()
  readonly subject = new Subject()
  readonly escapes: Escapes
  readonly standstills: (() => boolean)[] = []
  /** Only where the execution is looked at closely. */
  readonly sight: Sight | null
  /** Set once the execution is being torn down: nothing new may be armed. */
  closing = false
  /** Set once the end of the execution is known: what callers say in its teardown is no history. */
  over = false
  /** Two callers were at work at the same time. */
  overlap = false
  /** What the body saw of the subject at the end; `undefined`: it did not look. */
  observed: unknown = undefined
  private readonly stepper: Stepper
  private readonly numbers = { port: 0, pid: 0, fd: 0 }
  private readonly draws = { math: 0, crypto: 0 }
  private reader: TaskNode | null = null
  private reads = 0
  private readonly directory: () => string
  // Made when first asked for: most executions of a search need none of them, and there are 100,000 a second.
  private pool: Pool | null = null
  private programsByName: Map<string, SimulatedProgram> | null = null
  private notesBySymbol: Map<symbol, unknown> | null = null
  private ownedActors: Set<string> | null = null

  constructor(settings: ExecutionSettings, decide: Decide, directory: () => string) {
    this.settings = settings
    this.faults = settings.faults
    this.directory = directory
    this.loop = new Loop(settings.model)
    this.asking = new Asking(decide, settings.record)
    this.posting = new Posting(this, this.loop, settings.record)
    this.escapes = new Escapes(settings.native)
    const { loop, asking, posting, journal, resources } = this
    this.asking.stops = settings.stops === true
    this.sight = settings.closely === undefined ? null : new Sight(settings.closely)
    posting.sight = journal.sight = resources.sight = this.sight
    const onError = (error: unknown) => this.subjectError('error', error)
    this.stepper = new Stepper({ settings, loop, asking, posting, journal, resources, onError })
  }

  /** Runs one task. The caller drains ticks and microtasks before it asks again. `untilMs`: no timer that is due later. */
  advance(untilMs = Number.POSITIVE_INFINITY): Progress {
    return this.stepper.advance(untilMs)
  }

  get steps(): number {
    return this.stepper.steps
  }

  // --- what interceptions ask

  get programs(): Map<string, SimulatedProgram> {
    return (this.programsByName ??= new Map())
  }

  get notes(): Map<symbol, unknown> {
    return (this.notesBySymbol ??= new Map())
  }

  /** Actors that are the harness's own. */
  get owned(): Set<string> {
    return (this.ownedActors ??= new Set())
  }

  get nowMs(): number {
    return this.loop.nowMs
  }

  readClock(): number {
    const { task } = this.posting
    if (task !== this.reader) {
      this.reader = task
      this.reads = 0
    }
    this.stepper.stillness.lookedAtClock()
    if (++this.reads > READS_AT_ONCE) this.loop.nowMs += this.settings.model.stepMs
    return this.loop.nowMs
  }

  channel(lane: Lane, what: string, access: Access | null = null): Channel {
    return new ChannelQueue(lane, what, access)
  }

  post(channel: Channel, run: () => void, scope: AsyncResource | null = null): Task {
    const queue = channel as ChannelQueue
    const task = this.posting.node(queue, run, scope)
    if (queue.lane === 'close') this.loop.addClosing(task)
    else if (queue.lane === 'pending') this.loop.addPending(task)
    else if (queue.head === undefined) this.loop.addHead(task)
    queue.push(task)
    return task
  }

  postFirst(channel: Channel, run: () => void, scope: AsyncResource | null = null): Task {
    const queue = channel as ChannelQueue
    const old = queue.head
    const task = this.posting.node(queue, run, scope)
    if (old === undefined) this.loop.addAgain(task)
    else this.loop.replaceHead(old, task)
    queue.pushFirst(task)
    return task
  }

  once(lane: Lane, what: string, run: () => void, scope: AsyncResource | null = null, access: Access | null = null): Task {
    return this.post(new ChannelQueue(lane, what, access), run, scope)
  }

  follow(what: string, run: () => void, scope: AsyncResource | null = null): void {
    this.loop.pinned = this.posting.node({ lane: 'io', what, access: null }, run, scope)
  }

  poolOperation(
    what: string,
    access: Access | null,
    effect: () => void,
    done: () => void,
    scope: AsyncResource | null = null,
  ): void {
    this.pool ??= new Pool(this.settings.model.poolSize, (operation, stage, run) => this.postPool(operation, stage, run))
    const cause = this.settings.record ? this.posting.task : null
    const operation = { what, access, effect, done, scope, by: this.posting.poster(), cause }
    this.sight?.note(operation)
    this.pool.submit(operation)
  }

  private postPool(operation: PoolOperation, stage: 'effect' | 'done', run: () => void): void {
    const done = stage === 'done'
    const what = done ? phrase(operation.what, 'done') : operation.what
    // An operation that had to wait for its slot starts when another one ends, but it is its own caller's.
    const task = this.posting.behalf(operation.by, () =>
      this.once('pool', what, run, done ? operation.scope : null, operation.access),
    ) as TaskNode
    if (!done) task.cause = operation.cause
    this.sight?.adopt(task, operation)
    // A thread needs a while: immediates that are pending when an operation starts come first.
    task.round = this.loop.round + 1
  }

  atStandstill(giveUp: () => boolean): void {
    this.standstills.push(giveUp)
  }

  armTimer(entry: TimerEntry): void {
    if (this.closing) return
    this.sight?.noteFirst(entry)
    const { timers } = this.loop
    timers.add(
      this.posting.timer(timers.listFor(entry.ms), () => entry.fire()),
      entry,
    )
  }

  disarmTimer(entry: TimerEntry): void {
    this.loop.timers.remove(entry)
  }

  isArmed(entry: TimerEntry): boolean {
    return this.loop.timers.has(entry)
  }

  setImmediate(run: () => void): { cancel(): void; referenced: boolean } {
    const task = this.posting.node(IMMEDIATE, run, null)
    if (!this.closing) this.loop.addImmediate(task)
    return { cancel: () => void (task.cancelled = true), referenced: true }
  }

  choose(kind: Exclude<ChoiceKind, 'run'>, what: string, names: readonly string[]): number {
    return this.asking.data(this.posting.actor, kind, { what, names })
  }

  hold(resource: Resource): { remove(): void } {
    // Not as a poster: a resource starts no line of work, so it must not shift the names of those that do.
    return this.resources.hold(resource, this.posting.actor)
  }

  nextNumber(of: 'port' | 'pid' | 'fd'): number {
    return ++this.numbers[of]
  }

  random(stream: 'math' | 'crypto'): number {
    return mix(this.settings.subjectSeed, this.draws[stream]++, stream === 'math' ? 11 : 12)
  }

  subjectError(kind: 'error' | 'rejection', error: unknown, promise?: object): void {
    this.subject.record(kind, error, { actor: this.posting.actor.name, promise })
  }

  rejectionHandled(promise: object): void {
    this.subject.handledLate(promise)
  }

  escape(type: string): void {
    this.escapes.meet(type)
  }

  refuse(error: HarnessError): HarnessError {
    return this.escapes.refuse(error)
  }

  // --- what controls and the execution need

  /** Something is ready, or a timer is armed. */
  get canMove(): boolean {
    return this.loop.options().length > 0
  }

  /** Nothing is in flight, armed or open, and the subject has done nothing wrong: there is nothing to tear down. */
  get isEmpty(): boolean {
    return this.loop.isEmpty && this.resources.isEmpty && this.subject.isEmpty
  }

  record(event: EventFacts): void {
    if (this.over) return
    this.stepper.stillness.moved(this.loop.nowMs)
    this.journal.record(event, this.loop.nowMs, this.steps)
  }

  as<T>(name: string, fn: () => T): T {
    return this.posting.as(name, fn)
  }

  dir(): string {
    try {
      return this.directory()
    } catch (error) {
      // The subject may catch it, and is not at fault.
      throw isHarnessError(error) ? this.refuse(error) : error
    }
  }
}
