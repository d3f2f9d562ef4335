// The synchronous kernel: pick a ready task, run it, let the caller drain, pick again. Everything that could go another way asks the policy.

import type { AsyncResource } from 'node:async_hooks'
import type { Access, ChoiceKind, Decide } from '../../../core/choice.js'
import type { HarnessError } from '../../../core/errors.js'
import type { EventFacts } from '../../../core/history.js'
import { mix } from '../../../core/random.js'
import type { ExecutionSettings, NetFault, SimulatedProcess } from '../../../core/runtime.js'
import { Actor, actorContext, hashOf } from './actors.js'
import { Chooser } from './chooser.js'
import { Escapes } from './escapes.js'
import { beat } from './heartbeat.js'
import { Journal } from './journal.js'
import { latencyOptions } from './latency.js'
import { Loop } from './loop.js'
import { DataPoint, dataOptions, RunPoint } from './points.js'
import { Pool, type PoolOperation } from './pool.js'
import { Resources } from './resources.js'
import { Stillness } from './stillness.js'
import { Subject } from './subject.js'
import { ChannelQueue, TaskNode } from './task.js'
import { TimerTask } from './timers.js'
import type { Channel, Kernel, Lane, Resource, Task, TimerEntry } from './types.js'

/** Virtual wall clock at the start of every execution: 2023-11-14T22:13:20Z. */
const EPOCH_MS = 1_700_000_000_000

type SimulatedProgram = (process: SimulatedProcess) => void | Promise<void>

export type Progress = 'ran' | 'idle' | 'limit' | 'stuck'

const IMMEDIATE = { lane: 'immediate', what: 'immediate', access: null }

export class NodeKernel implements Kernel {
  readonly epochMs = EPOCH_MS
  readonly faults: readonly NetFault[]
  readonly settings: ExecutionSettings
  readonly root: Actor
  readonly actors: Actor[]
  readonly loop: Loop
  readonly chooser: Chooser
  readonly journal = new Journal()
  readonly resources = new Resources()
  readonly subject = new Subject()
  readonly escapes: Escapes
  /** Set once the body has settled: nothing is asked any more, everything goes the default way. */
  calm = false
  /** Set once the execution is being torn down: nothing new may be armed. */
  closing = false
  /** Set once the end of the execution is known: what callers say in its teardown is no history. */
  over = false
  steps = 0
  traceHash = 0x811c9dc5 | 0
  private seq = 0
  private running: Actor
  private onBehalfOf: Actor | null = null
  private task: TaskNode | null = null
  private chose: string[] = []
  private readonly point = new RunPoint()
  private readonly stillness = new Stillness()
  private readonly numbers = { port: 0, pid: 0, fd: 0 }
  private readonly draws = { math: 0, crypto: 0 }
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
    this.root = new Actor('main', this)
    this.actors = [this.root]
    this.running = this.root
    this.loop = new Loop(settings.model)
    this.chooser = new Chooser(decide, settings.record)
    this.escapes = new Escapes(settings.native)
  }

  // --- what the loop does

  /** Runs one task. The caller drains ticks and microtasks before it asks again. */
  advance(untilMs = Number.POSITIVE_INFINITY): Progress {
    const options = this.loop.options()
    const first = options[0]
    if (first === undefined || (first instanceof TimerTask && first.dueMs > untilMs)) return 'idle'
    const { steps, virtualMs } = this.settings.limits
    if (this.steps >= steps || this.loop.nowMs > virtualMs) return 'limit'
    const count = options.length
    const index = count === 1 || this.calm ? 0 : this.askRun(options)
    const task = options[index] as TaskNode
    if (count === 1 && task instanceof TimerTask && this.isDead(task)) return 'stuck'
    this.chooser.step++
    beat()
    this.take(task)
    this.run(task, count, index)
    return this.isStill(task) ? 'stuck' : 'ran'
  }

  private askRun(options: readonly TaskNode[]): number {
    const { point } = this
    point.step = this.chooser.step
    point.options = options
    point.actor = this.running
    return this.chooser.ask(point)
  }

  private take(task: TaskNode): void {
    const { loop } = this
    if (task === loop.pinned) loop.pinned = null
    else if (task instanceof TimerTask) loop.takeTimer(task)
    else if (task.origin === IMMEDIATE) loop.takeImmediate()
    else if (task.lane === 'close') this.takeClosing(task)
    else if (task.lane === 'pending') this.takePending(task)
    else this.takeIo(task)
  }

  private takeClosing(task: TaskNode): void {
    ;(task.origin as ChannelQueue).shift()
    this.loop.takeClosing()
  }

  private takePending(task: TaskNode): void {
    ;(task.origin as ChannelQueue).shift()
    this.loop.takePending()
  }

  private takeIo(task: TaskNode): void {
    const { loop } = this
    const queue = task.origin as ChannelQueue
    queue.shift()
    if (loop.timers.lists.length > 0 && task.lane !== 'prompt') this.askLatency(task)
    loop.takeHead(task, queue.head)
  }

  /** A completion takes time: none by default, else up to or past the next timers. */
  private askLatency(task: TaskNode): void {
    const { loop } = this
    const { names, delaysMs } = latencyOptions(loop)
    if (names.length > 1) {
      const index = this.choose('latency', task.origin.what, names)
      if (index > 0) loop.delay(delaysMs[index] as number)
    }
  }

  private run(task: TaskNode, options: number, took: number): void {
    const { loop, settings } = this
    if (settings.record) this.journal.step(task, { n: this.steps, atMs: loop.nowMs, options, took, chose: this.chose.splice(0) })
    loop.nowMs += settings.model.stepMs
    this.steps++
    task.by.steps++
    this.running = task.by
    this.task = task
    this.traceHash = Math.imul(this.traceHash ^ task.hash, 16777619)
    if (task.cancelled) return
    try {
      if (task.scope === null) task.run()
      else task.scope.runInAsyncScope(task.run)
    } catch (error) {
      this.subjectError('error', error)
    }
  }

  /** Only unreferenced timers are left and nothing is open: a bare process would exit here. */
  private isDead(task: TimerTask): boolean {
    if (this.closing || task.entry?.referenced !== false || this.resources.anyReferenced) return false
    for (const { entry } of this.loop.timers.armed()) if (entry?.referenced) return false
    return true
  }

  private isStill(task: TaskNode): boolean {
    const { loop, stillness } = this
    if (!(task instanceof TimerTask) || !task.periodic) {
      stillness.moved(loop.nowMs)
      return false
    }
    if (!stillness.ticked((task.origin as { ms?: number }).ms ?? 0, loop.nowMs)) return false
    for (const armed of loop.timers.armed()) if (!armed.periodic) return false
    return true
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

  /** The named actor by async context; else the line of work that runs; what the body itself posts starts a new one. */
  private poster(): Actor {
    if (this.onBehalfOf !== null) return this.onBehalfOf
    const named = actorContext.getStore()
    if (named !== undefined && named.owner === this && named !== this.root) return named
    if (this.running !== this.root) return this.running
    const strand = this.root.strand()
    this.actors.push(strand)
    return strand
  }

  channel(lane: Lane, what: string, access: Access | null = null): Channel {
    return new ChannelQueue(lane, what, access)
  }

  private node(origin: TaskNode['origin'], run: () => void, scope: AsyncResource | null): TaskNode {
    const { loop } = this
    const facts = { seq: this.seq++, run, scope, round: loop.round, readyMs: loop.nowMs }
    const task = new TaskNode(origin, this.poster(), facts)
    if (this.settings.record) task.cause = this.task
    return task
  }

  post(channel: Channel, run: () => void, scope: AsyncResource | null = null): Task {
    const queue = channel as ChannelQueue
    const task = this.node(queue, run, scope)
    if (queue.lane === 'close') this.loop.addClosing(task)
    else if (queue.lane === 'pending') this.loop.addPending(task)
    else if (queue.head === undefined) this.loop.addHead(task)
    queue.push(task)
    return task
  }

  postFirst(channel: Channel, run: () => void, scope: AsyncResource | null = null): Task {
    const queue = channel as ChannelQueue
    const old = queue.head
    const task = this.node(queue, run, scope)
    if (old === undefined) this.loop.addAgain(task)
    else this.loop.replaceHead(old, task)
    queue.pushFirst(task)
    return task
  }

  once(lane: Lane, what: string, run: () => void, scope: AsyncResource | null = null, access: Access | null = null): Task {
    return this.post(new ChannelQueue(lane, what, access), run, scope)
  }

  follow(what: string, run: () => void, scope: AsyncResource | null = null): void {
    this.loop.pinned = this.node({ lane: 'io', what, access: null }, run, scope)
  }

  poolOperation(
    what: string,
    access: Access | null,
    effect: () => void,
    done: () => void,
    scope: AsyncResource | null = null,
  ): void {
    this.pool ??= new Pool(this.settings.model.poolSize, (operation, stage, run) => this.postPool(operation, stage, run))
    this.pool.submit({ what, access, effect, done, scope, by: this.poster(), cause: this.settings.record ? this.task : null })
  }

  private postPool(operation: PoolOperation, stage: 'effect' | 'done', run: () => void): void {
    const done = stage === 'done'
    const what = done ? `${operation.what} done` : operation.what
    // An operation that had to wait for its slot starts when another one ends, but it is its own caller's.
    this.onBehalfOf = operation.by
    const task = this.once('pool', what, run, done ? operation.scope : null, operation.access) as TaskNode
    this.onBehalfOf = null
    if (!done) task.cause = operation.cause
    // A thread needs a while: immediates that are pending when an operation starts come first.
    task.round = this.loop.round + 1
  }

  armTimer(entry: TimerEntry): void {
    if (this.closing) return
    const { loop } = this
    const list = loop.timers.listFor(entry.ms)
    const facts = { seq: this.seq++, run: () => entry.fire(), scope: null, round: loop.round, readyMs: loop.nowMs }
    const task = new TimerTask(list, this.poster(), facts)
    task.dueMs = loop.loopMs + entry.ms
    task.periodic = this.task instanceof TimerTask && this.task.origin === list && this.task.by === task.by
    if (this.settings.record) task.cause = this.task
    loop.timers.add(task, entry)
  }

  disarmTimer(entry: TimerEntry): void {
    this.loop.timers.remove(entry)
  }

  isArmed(entry: TimerEntry): boolean {
    return this.loop.timers.has(entry)
  }

  setImmediate(run: () => void): { cancel(): void; referenced: boolean } {
    const task = this.node(IMMEDIATE, run, null)
    if (!this.closing) this.loop.addImmediate(task)
    return { cancel: () => void (task.cancelled = true), referenced: true }
  }

  choose(kind: Exclude<ChoiceKind, 'run'>, what: string, names: readonly string[]): number {
    const { chooser } = this
    const step = chooser.step++
    if (names.length < 2 || this.calm) return 0
    const actor = this.actor
    const label = `${kind} ${what}`
    const point = new DataPoint(kind, `${actor.name}|${label}|${actor.nth(label)}`, { step, options: dataOptions(names) })
    const index = chooser.ask(point)
    this.traceHash = Math.imul(this.traceHash ^ (hashOf(label) + index), 16777619)
    if (index > 0 && this.settings.record) this.chose.push(`${kind}: ${names[index]}`)
    return index
  }

  private get actor(): Actor {
    const named = actorContext.getStore()
    return named !== undefined && named.owner === this ? named : this.running
  }

  hold(resource: Resource): { remove(): void } {
    // Not as a poster: a resource starts no line of work, so it must not shift the names of those that do.
    return this.resources.hold(resource, this.actor)
  }

  nextNumber(of: 'port' | 'pid' | 'fd'): number {
    return ++this.numbers[of]
  }

  random(stream: 'math' | 'crypto'): number {
    return mix(this.settings.subjectSeed, this.draws[stream]++, stream === 'math' ? 11 : 12)
  }

  subjectError(kind: 'error' | 'rejection', error: unknown, promise?: object): void {
    this.subject.record(kind, error, { actor: this.actor.name, promise })
  }

  rejectionHandled(promise: object): void {
    this.subject.withdraw(promise)
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
    this.stillness.moved(this.loop.nowMs)
    this.journal.record(event, this.loop.nowMs, this.steps)
  }

  as<T>(name: string, fn: () => T): T {
    let actor = this.actors.find((known) => known.name === name)
    if (actor === undefined) this.actors.push((actor = new Actor(name, this)))
    return actorContext.run(actor, fn)
  }

  dir(): string {
    return this.directory()
  }
}
