// Takes one step after the other: asks which task comes next, takes it off its queue, runs it.
import type { ExecutionSettings } from '../../../core/runtime.js'
import type { Asking } from './asking.js'
import { beat } from './heartbeat.js'
import type { Journal } from './journal.js'
import { latencyOptions } from './latency.js'
import type { Loop } from './loop.js'
import type { Posting } from './posting.js'
import type { Resources } from './resources.js'
import { Stillness } from './stillness.js'
import { stopHere } from './stop-here.js'
import { type ChannelQueue, IMMEDIATE, type TaskNode } from './task.js'
import { type TimerList, TimerTask } from './timers.js'

/** `still`: it ran, and for long only periodic timers have. `stuck`: nothing else ever will. */
export type Progress = 'ran' | 'idle' | 'still' | 'limit' | 'stuck'

export interface Parts {
  readonly settings: ExecutionSettings
  readonly loop: Loop
  readonly asking: Asking
  readonly posting: Posting
  readonly journal: Journal
  readonly resources: Resources
  /** What the subject throws out of a task. */
  readonly onError: (error: unknown) => void
}

export class Stepper {
  steps = 0
  readonly stillness = new Stillness()
  private readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** Runs one task. The caller drains ticks and microtasks before it asks again. `untilMs`: no timer that is due later. */
  advance(untilMs: number): Progress {
    const { settings, loop, asking, posting } = this.parts
    const options = loop.options()
    const first = options[0]
    if (first === undefined || (first instanceof TimerTask && first.dueMs > untilMs)) return 'idle'
    const { steps, virtualMs } = settings.limits
    if (this.steps >= steps || loop.nowMs > virtualMs) return this.stillAtLimit() ? 'stuck' : 'limit'
    const count = options.length
    const index = asking.run(options, posting.running)
    const task = options[index] as TaskNode
    if (count === 1 && task instanceof TimerTask && this.isDead(task)) return 'stuck'
    asking.chooser.step++
    beat()
    if (settings.record) asking.chose = []
    this.take(task)
    this.run(task, count, index)
    return this.isStill(task) ? 'still' : 'ran'
  }

  private take(task: TaskNode): void {
    const { loop } = this.parts
    if (task === loop.pinned) loop.pinned = null
    else if (task instanceof TimerTask) loop.takeTimer(task)
    else if (task.origin === IMMEDIATE) loop.takeImmediate()
    else this.takeQueued(task)
  }

  private takeQueued(task: TaskNode): void {
    const { loop } = this.parts
    const queue = task.origin as ChannelQueue
    queue.shift()
    if (queue.lane === 'close') loop.takeClosing()
    else if (queue.lane === 'pending') loop.takePending()
    else {
      if (loop.timers.lists.length > 0 && queue.lane !== 'prompt') this.askLatency(task)
      loop.takeHead(task, queue.head)
    }
  }

  /** A completion takes time: none by default, else up to or past the next timers. */
  private askLatency(task: TaskNode): void {
    const { loop, asking, posting } = this.parts
    const { names, delaysMs } = latencyOptions(loop)
    if (names.length === 1) return
    const index = asking.data(posting.actor, 'latency', { what: task.origin.what, names })
    if (index > 0) loop.delay(delaysMs[index] as number)
  }

  private run(task: TaskNode, options: number, took: number): void {
    const { settings, loop, asking, posting, journal, onError } = this.parts
    if (settings.record) {
      journal.step(task, { n: this.steps, atMs: loop.nowMs, options, took, chose: asking.chose })
      if (took > 0 && settings.stops === true) stopHere(task.key, `came out of turn, at step ${this.steps}`)
    }
    loop.nowMs += settings.model.stepMs
    this.steps++
    task.by.steps++
    posting.running = task.by
    posting.task = task
    asking.mix(task.hash)
    if (task.cancelled) return
    try {
      if (task.scope === null) task.run()
      else task.scope.runInAsyncScope(task.run)
    } catch (error) {
      onError(error)
    }
  }

  /** Only unreferenced timers are left and nothing is open: a bare process would exit here. */
  private isDead(task: TimerTask): boolean {
    const { loop, asking, resources } = this.parts
    if (asking.calm || task.entry?.referenced !== false || resources.anyReferenced || !loop.onlyTimers) return false
    for (const { entry } of loop.timers.armed()) if (entry?.referenced) return false
    return true
  }

  private isStill(task: TaskNode): boolean {
    const { loop } = this.parts
    if (!(task instanceof TimerTask) || !task.periodic) {
      this.stillness.moved(loop.nowMs)
      return false
    }
    return this.stillness.ticked((task.origin as TimerList).ms, loop.nowMs) && this.onlyPeriodic
  }

  private stillAtLimit(): boolean {
    const { loop } = this.parts
    return this.stillness.fills(this.steps, loop.nowMs) && loop.onlyTimers && this.onlyPeriodic
  }

  private get onlyPeriodic(): boolean {
    for (const armed of this.parts.loop.timers.armed()) if (!armed.periodic) return false
    return true
  }
}
