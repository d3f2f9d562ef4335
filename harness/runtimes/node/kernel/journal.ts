// What an execution writes down: the callers' history always, the steps only while it is recorded.
import type { Step } from '../../../core/execution.js'
import type { EventFacts, HistoryEvent } from '../../../core/history.js'
import type { Sight } from '../sight/sight.js'
import type { TaskNode } from './task.js'

export class Journal {
  readonly history: HistoryEvent[] = []
  readonly steps: Step[] = []
  /** Only while an execution is looked at closely. */
  sight: Sight | null = null
  private calls = 0

  nextCall(): number {
    return ++this.calls
  }

  record(event: EventFacts, atMs: number, step: number): void {
    this.history.push({ n: this.history.length, atMs, step, ...event })
  }

  step(task: TaskNode, facts: { n: number; atMs: number; options: number; took: number; chose: readonly string[] }): void {
    const cause = task.cause === null ? null : task.cause.key
    const { key, by } = task
    this.sight?.begin(task, key, by.name)
    this.steps.push({ ...facts, actor: by.name, key, what: task.origin.what, cause })
  }
}
