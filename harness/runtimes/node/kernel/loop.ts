// The phases of libuv's loop, and which tasks may run next in each: timers, poll, immediates, close callbacks.
//
// Freedom exists where the real system has it, and nowhere else: among I/O that is in flight (any of it may be ready
// first, or not yet), between I/O in flight and the phases after it, among timers that are due at the same millisecond,
// and, within a budget of lateness, between I/O and a timer that is not due yet.
import type { LoopModel } from '../../../core/limits.js'
import type { TaskNode } from './task.js'
import { type TimerList, TimerLists, type TimerTask } from './timers.js'

type Phase = 'poll' | 'check' | 'close' | 'timers'

export class Loop {
  nowMs = 0
  /** What libuv caches: the time from which new timers count, in whole ms. */
  loopMs = 0
  /** How far the clock has been moved while I/O was ready. */
  latenessMs = 0
  round = 1
  /** Comes next, before anything else is looked at: the rest of what the real system delivers in one go. */
  pinned: TaskNode | null = null
  readonly timers = new TimerLists()
  private readonly model: LoopModel
  private readonly heads: TaskNode[] = []
  private readonly pendings: TaskNode[] = []
  /** I/O with a smaller `seq` was there when the poll phase looked last. */
  private mark = 0
  private lastSeq = 0
  /** No I/O has run in this poll phase yet. */
  private fresh = true
  /** What was pending when the poll phase began has run: the phase sees what that has started. */
  private reopened = false
  private immediates: TaskNode[] = []
  private closings: TaskNode[] = []
  private batch: TaskNode[] = []
  private phase: Phase = 'poll'
  private list: TimerList | null = null
  private readonly found: TaskNode[] = []

  constructor(model: LoopModel) {
    this.model = model
  }

  /** I/O that is in flight. */
  get inFlight(): readonly TaskNode[] {
    return this.heads
  }

  get isEmpty(): boolean {
    return this.timers.lists.length === 0 && this.onlyTimers
  }

  /** A timer may be the only option without being all that is left: I/O that was started in this turn of the loop comes after it. */
  get onlyTimers(): boolean {
    return (
      this.heads.length === 0 &&
      this.pendings.length === 0 &&
      this.immediates.length === 0 &&
      this.closings.length === 0 &&
      this.batch.length === 0 &&
      this.pinned === null
    )
  }

  addHead(task: TaskNode): void {
    const { heads } = this
    if (task.seq > this.lastSeq) this.lastSeq = task.seq
    let index = heads.length
    while (index > 0 && (heads[index - 1] as TaskNode).seq > task.seq) index--
    if (index === heads.length) heads.push(task)
    else heads.splice(index, 0, task)
  }

  /** What was found ready and still is: before all that has become ready since the poll phase looked, as epoll keeps it. */
  addAgain(task: TaskNode): void {
    const { heads, mark } = this
    if (task.seq > this.lastSeq) this.lastSeq = task.seq
    let index = 0
    while (index < heads.length && (heads[index] as TaskNode).seq < mark) index++
    while (index < heads.length && (heads[index] as TaskNode).again) index++
    task.again = true
    heads.splice(index, 0, task)
  }

  replaceHead(old: TaskNode, task: TaskNode): void {
    this.heads[this.heads.indexOf(old)] = task
  }

  addPending(task: TaskNode): void {
    this.pendings.push(task)
  }

  addImmediate(task: TaskNode): void {
    this.immediates.push(task)
  }

  addClosing(task: TaskNode): void {
    this.closings.push(task)
  }

  /** What may run next, the default first; empty when nothing ever can. The array is reused. */
  options(): readonly TaskNode[] {
    if (this.onlyIo) return this.heads
    const { found, pinned } = this
    found.length = 0
    if (pinned !== null) {
      found.push(pinned)
      return found
    }
    for (;;) {
      found.length = 0
      if (this.phase === 'poll') {
        this.poll()
        return found
      }
      if (this.phase === 'timers') this.dueTimers()
      else this.nextOfBatch()
      if (found.length > 0) return found
      this.leave()
    }
  }

  /** Nothing but I/O that is young: all of it may come next. The commonest case by far, so it is not copied. */
  private get onlyIo(): boolean {
    return (
      this.phase === 'poll' &&
      this.nowMs < this.model.ioLatencyMs &&
      this.timers.lists.length === 0 &&
      this.immediates.length === 0 &&
      this.closings.length === 0 &&
      this.pendings.length === 0 &&
      this.pinned === null
    )
  }

  private leave(): void {
    if (this.phase === 'check') this.enter('close')
    else if (this.phase === 'close') this.enter('timers')
    else this.enter('poll')
  }

  private enter(phase: Phase): void {
    this.phase = phase
    if (phase === 'check') [this.batch, this.immediates] = [this.immediates, []]
    // libuv keeps closing handles on a stack: what was closed last reports first.
    else if (phase === 'close') [this.batch, this.closings] = [this.closings.reverse(), []]
    else if (phase === 'poll') {
      this.round++
      this.fresh = true
    }
    this.loopMs = Math.floor(this.nowMs)
  }

  private nextOfBatch(): void {
    const { batch, found } = this
    while (batch.length > 0 && (batch[0] as TaskNode).cancelled) batch.shift()
    if (batch.length > 0) found.push(batch[0] as TaskNode)
  }

  /** Node empties a list as far as it is due before it looks at the next one. */
  private dueTimers(): void {
    const { timers, loopMs, found } = this
    const head = this.list?.head
    if (head !== undefined && head.dueMs <= loopMs) {
      found.push(head)
      return
    }
    const dueMs = timers.nextDueMs
    if (dueMs <= loopMs) timers.headsDueAt(dueMs, found)
  }

  private poll(): void {
    if (this.pendings.length > 0) {
      this.beforeNextPoll()
      return
    }
    if (this.reopened) {
      this.round++
      this.reopened = false
    }
    const { heads, found, round } = this
    this.dropCancelled(this.immediates)
    this.dropCancelled(this.closings)
    const dueMs = this.timers.nextDueMs
    // What comes after the poll phase and is pending ends it; I/O that was started in this phase is not seen before.
    const ends = this.immediates.length > 0 || this.closings.length > 0 || dueMs <= this.nowMs
    let prompt = false
    for (const head of heads) {
      if (ends && head.round >= round) continue
      if (this.nowMs - head.readyMs > this.model.ioLatencyMs) {
        this.only(head)
        return
      }
      found.push(head)
      if (head.lane === 'prompt') prompt = true
    }
    if (prompt) return
    if (ends) this.afterPoll(dueMs)
    else if (this.mayBeLate(dueMs)) this.timers.headsDueAt(dueMs, found)
  }

  /** What the poll phase had found already may come before what is pending; what has become ready since may not. */
  private beforeNextPoll(): void {
    const { heads, found, mark } = this
    for (const head of heads) if (head.seq < mark) found.push(head)
    found.push(this.pendings[0] as TaskNode)
  }

  private only(task: TaskNode): void {
    this.found.length = 0
    this.found.push(task)
  }

  private dropCancelled(tasks: TaskNode[]): void {
    while (tasks.length > 0 && (tasks[0] as TaskNode).cancelled) tasks.shift()
  }

  private afterPoll(dueMs: number): void {
    const { immediates, closings, found } = this
    if (immediates.length > 0) found.push(immediates[0] as TaskNode)
    else if (closings.length > 0) found.push(closings[closings.length - 1] as TaskNode)
    else this.timers.headsDueAt(dueMs, found)
  }

  /** Whether the clock may move to `dueMs` although I/O is in flight: within the budget, and none of it overdue by then. */
  private mayBeLate(dueMs: number): boolean {
    if (dueMs === Number.POSITIVE_INFINITY) return false
    if (this.heads.length === 0) return true
    if (this.latenessMs + (dueMs - this.nowMs) > this.model.latenessMs) return false
    return dueMs <= this.oldestReadyMs() + this.model.ioLatencyMs
  }

  private oldestReadyMs(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const head of this.heads) if (head.readyMs < oldest) oldest = head.readyMs
    return oldest
  }

  /** How far the clock may move while I/O is in flight, before any of it is overdue. */
  get slackMs(): number {
    const { latenessMs, ioLatencyMs } = this.model
    return Math.min(latenessMs - this.latenessMs, this.oldestReadyMs() + ioLatencyMs - this.nowMs)
  }

  /** The clock moves while I/O is in flight: that is lateness. */
  delay(ms: number): void {
    this.nowMs += ms
    this.latenessMs += ms
    this.loopMs = Math.floor(this.nowMs)
  }

  takeTimer(task: TimerTask): void {
    const { dueMs } = task
    if (dueMs > this.nowMs) {
      if (this.heads.length > 0) this.delay(dueMs - this.nowMs)
      else this.nowMs = dueMs
    }
    if (this.phase === 'poll') {
      this.enter('timers')
      this.list = null
    }
    this.list = task.origin as TimerList
    this.timers.take(task)
  }

  takePending(): void {
    this.pendings.shift()
    this.reopened = this.fresh
  }

  takeImmediate(): void {
    if (this.phase === 'poll') this.enter('check')
    this.batch.shift()
  }

  takeClosing(): void {
    if (this.phase === 'poll') this.enter('close')
    this.batch.shift()
  }

  takeHead(task: TaskNode, next: TaskNode | undefined): void {
    const { heads } = this
    const index = heads.indexOf(task)
    if (index === heads.length - 1) heads.pop()
    else heads.splice(index, 1)
    if (task.seq >= this.mark) this.mark = this.lastSeq + 1
    this.fresh = false
    if (next !== undefined) {
      next.readyMs = Math.max(next.readyMs, this.nowMs)
      this.addHead(next)
    }
    // With nothing pending behind the poll phase, a new turn of the loop looks just like the old one.
    if (this.immediates.length === 0 && this.closings.length === 0 && this.timers.nextDueMs > this.nowMs) this.round++
  }
}
