// Armed timers, as Node keeps them: one first-in-first-out list for each duration, the list that expires first goes first.
import { TaskNode } from './task.js'
import type { TimerEntry } from './types.js'

/** All armed timers of one duration. */
export class TimerList {
  readonly lane = 'timer'
  readonly access = null
  readonly what: string
  readonly ms: number
  private readonly tasks: TimerTask[] = []
  private first = 0

  constructor(ms: number) {
    this.ms = ms
    this.what = `timer ${ms} ms`
  }

  get head(): TimerTask | undefined {
    return this.tasks[this.first]
  }

  push(task: TimerTask): void {
    this.tasks.push(task)
  }

  /** Drops cancelled timers from the front; true if none is left. */
  trim(): boolean {
    while (this.first < this.tasks.length && (this.tasks[this.first] as TimerTask).cancelled) this.first++
    if (this.first < this.tasks.length) return false
    this.tasks.length = 0
    this.first = 0
    return true
  }

  shift(): void {
    this.first++
  }

  *armed(): Iterable<TimerTask> {
    for (let i = this.first; i < this.tasks.length; i++) {
      const task = this.tasks[i] as TimerTask
      if (!task.cancelled) yield task
    }
  }
}

export class TimerTask extends TaskNode {
  entry: TimerEntry | null = null
  dueMs = 0
  /** Re-armed from its own callback, or an interval: it can go on for ever without anybody moving. */
  periodic = false
}

/** The lists that hold at least one armed timer. */
export class TimerLists {
  private byMs: Map<number, TimerList> | null = null
  private byEntry: Map<TimerEntry, TimerTask> | null = null
  readonly lists: TimerList[] = []

  listFor(ms: number): TimerList {
    // Made with the first timer: many executions have none.
    this.byMs ??= new Map()
    let list = this.byMs.get(ms)
    if (list === undefined) this.byMs.set(ms, (list = new TimerList(ms)))
    return list
  }

  add(task: TimerTask, entry: TimerEntry): void {
    const list = task.origin as TimerList
    if (list.head === undefined) this.lists.push(list)
    list.push(task)
    task.entry = entry
    ;(this.byEntry ??= new Map()).set(entry, task)
  }

  has(entry: TimerEntry): boolean {
    return this.byEntry?.has(entry) === true
  }

  remove(entry: TimerEntry): void {
    const task = this.byEntry?.get(entry)
    if (task === undefined) return
    this.byEntry?.delete(entry)
    task.cancelled = true
    this.trim(task.origin as TimerList)
  }

  /** Takes a timer that is about to fire off its list. */
  take(task: TimerTask): void {
    if (task.entry !== null) this.byEntry?.delete(task.entry)
    const list = task.origin as TimerList
    list.shift()
    this.trim(list)
  }

  private trim(list: TimerList): void {
    if (!list.trim()) return
    const index = this.lists.indexOf(list)
    if (index >= 0) this.lists.splice(index, 1)
  }

  /** When the next timer is due; Infinity if none is armed. */
  get nextDueMs(): number {
    let due = Number.POSITIVE_INFINITY
    for (const list of this.lists) {
      const head = list.head as TimerTask
      if (head.dueMs < due) due = head.dueMs
    }
    return due
  }

  /** Appends the heads that are due at exactly `dueMs`, in the order in which they were armed. */
  headsDueAt(dueMs: number, into: TaskNode[]): void {
    const start = into.length
    for (const { head } of this.lists) if (head !== undefined && head.dueMs === dueMs) into.push(head)
    if (into.length - start > 1) into.push(...into.splice(start).sort((a, b) => a.seq - b.seq))
  }

  *armed(): Iterable<TimerTask> {
    for (const list of this.lists) yield* list.armed()
  }

  clear(): void {
    this.byMs?.clear()
    this.byEntry?.clear()
    this.lists.length = 0
  }
}
