// Tasks and the channels in which they queue: what a policy can choose between.
import type { AsyncResource } from 'node:async_hooks'
import type { Access } from '../../../core/choice.js'
import { mix } from '../../../core/random.js'
import { type Actor, hashOf } from './actors.js'
import type { Channel, Lane, Task } from './types.js'

/** A first-in-first-out queue; only its head is an option. */
export class ChannelQueue implements Channel {
  readonly lane: Lane
  readonly what: string
  readonly access: Access | null
  head: TaskNode | undefined = undefined
  private behind: TaskNode[] | null = null

  constructor(lane: Lane, what: string, access: Access | null) {
    this.lane = lane
    this.what = what
    this.access = access
  }

  push(task: TaskNode): void {
    if (this.head === undefined) this.head = task
    // Most channels ever hold a single task, so the queue behind it is needed by few.
    else (this.behind ??= []).push(task)
  }

  pushFirst(task: TaskNode): void {
    if (this.head !== undefined) (this.behind ??= []).unshift(this.head)
    this.head = task
  }

  shift(): void {
    this.head = this.behind?.shift()
  }
}

/** What names a task: a channel, or a list of timers of one duration. */
export interface Origin {
  readonly lane: string
  readonly what: string
  readonly access: Access | null
}

/** All immediates share one queue, in the order in which they were set. */
export const IMMEDIATE: Origin = { lane: 'immediate', what: 'immediate', access: null }

export class TaskNode implements Task {
  readonly origin: Origin
  readonly seq: number
  readonly by: Actor
  readonly n: number
  readonly run: () => void
  readonly scope: AsyncResource | null
  /** The turn of the loop in which it was posted: the poll phase of that turn does not see it. */
  round: number
  /** Virtual time from which it can run. */
  readyMs: number
  /** The task whose step posted it; kept only while an execution is recorded. */
  cause: TaskNode | null = null
  cancelled = false
  /** It only says that something is still ready. */
  again = false

  constructor(
    origin: Origin,
    by: Actor,
    facts: { seq: number; run: () => void; scope: AsyncResource | null; round: number; readyMs: number },
  ) {
    this.origin = origin
    this.by = by
    this.seq = facts.seq
    this.n = by.nth(origin.what)
    this.run = facts.run
    this.scope = facts.scope
    this.round = facts.round
    this.readyMs = facts.readyMs
  }

  get key(): string {
    return `${this.by.name}|${this.origin.what}|${this.n}`
  }

  get hash(): number {
    return mix(this.by.hash, hashOf(this.origin.what), this.n)
  }

  get actor(): string {
    return this.by.name
  }

  get lane(): string {
    return this.origin.lane
  }

  get access(): Access | null {
    return this.origin.access
  }
}
