// Who posts a task, and the tasks that are posted.
import type { AsyncResource } from 'node:async_hooks'
import { MAIN } from '../../../core/history.js'
import type { Sight } from '../sight/sight.js'
import { Actor, actorContext } from './actors.js'
import type { Loop } from './loop.js'
import { TaskNode } from './task.js'
import type { TimerList } from './timers.js'
import { TimerTask } from './timers.js'

export class Posting {
  readonly root: Actor
  readonly actors: Actor[]
  /** Whose step runs, and which. */
  running: Actor
  task: TaskNode | null = null
  /** Only while an execution is looked at closely. */
  sight: Sight | null = null
  private onBehalfOf: Actor | null = null
  private seq = 0
  private readonly owner: object
  private readonly loop: Loop
  private readonly record: boolean

  constructor(owner: object, loop: Loop, record: boolean) {
    this.owner = owner
    this.loop = loop
    this.record = record
    this.root = new Actor(MAIN, owner)
    this.actors = [this.root]
    this.running = this.root
  }

  /** The named actor by async context; else the line of work that runs; what the body itself posts starts a new one. */
  poster(): Actor {
    if (this.onBehalfOf !== null) return this.onBehalfOf
    const named = actorContext.getStore()
    if (named !== undefined && named.owner === this.owner && named !== this.root) return named
    if (this.running !== this.root) return this.running
    const strand = this.root.strand()
    this.actors.push(strand)
    return strand
  }

  /** Like `poster`, but never a new line of work: for what is no task. */
  get actor(): Actor {
    const named = actorContext.getStore()
    return named !== undefined && named.owner === this.owner ? named : this.running
  }

  /** What `post` posts is `actor`'s, whoever runs. */
  behalf<T>(actor: Actor, post: () => T): T {
    this.onBehalfOf = actor
    try {
      return post()
    } finally {
      this.onBehalfOf = null
    }
  }

  as<T>(name: string, fn: () => T): T {
    let actor = this.actors.find((known) => known.name === name)
    if (actor === undefined) this.actors.push((actor = new Actor(name, this.owner)))
    return actorContext.run(actor, fn)
  }

  node(origin: TaskNode['origin'], run: () => void, scope: AsyncResource | null): TaskNode {
    const task = new TaskNode(origin, this.poster(), this.facts(run, scope))
    if (this.record) this.remember(task)
    return task
  }

  timer(list: TimerList, run: () => void): TimerTask {
    const task = new TimerTask(list, this.poster(), this.facts(run, null))
    task.dueMs = this.loop.loopMs + list.ms
    task.periodic = this.task instanceof TimerTask && this.task.origin === list && this.task.by === task.by
    if (this.record) this.remember(task)
    return task
  }

  private remember(task: TaskNode): void {
    task.cause = this.task
    this.sight?.note(task)
  }

  private facts(run: () => void, scope: AsyncResource | null) {
    const { round, nowMs: readyMs } = this.loop
    return { seq: this.seq++, run, scope, round, readyMs }
  }
}
