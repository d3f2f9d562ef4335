// The same failure told as "these tasks were slow": holds in place of the deviations that let others overtake them.

import type { Execution } from '../../core/execution.js'
import type { Deviation, Hold } from '../../core/policy.js'
import { isHold } from '../../core/policy.js'
import type { Candidate } from './pass.js'

/** Single tasks are tried one by one up to here. */
const SINGLES_AT_MOST = 40

/**
 * Candidates from a recorded failing execution, the likeliest first: all overtaken tasks held until what ran right before them,
 * or to the last; then each of them alone. Deviations in data stay. Empty where no task was overtaken.
 */
export function* slowTasks(execution: Execution): Generator<Candidate> {
  const { tasks, data } = dissect(execution)
  if (tasks.length === 0) return
  const order = orderOf(execution)
  const passed = unique(tasks.map(({ at }) => at))
  const all = unique([...passed, ...order.overtakenBy(new Set(tasks.map(({ take }) => take)))])
  const until = (key: string): Hold => ({ hold: key, until: order.before(key) ?? 'last' })
  for (const hold of [until, toTheLast]) {
    yield [...passed.map(hold), ...data]
    if (all.length > passed.length) yield [...all.map(hold), ...data]
  }
  for (const hold of [until, toTheLast]) for (const key of all.slice(0, SINGLES_AT_MOST)) yield [hold(key), ...data]
}

/** Single holds: each task that was overtaken, until what ran right before it, and to the last. */
export function* overtaken(execution: Execution): Generator<Hold> {
  const { tasks } = dissect(execution)
  const order = orderOf(execution)
  const keys = unique([...tasks.map(({ at }) => at), ...order.overtakenBy(new Set(tasks.map(({ take }) => take)))])
  for (const key of keys.slice(0, SINGLES_AT_MOST)) {
    const before = order.before(key)
    if (before !== null) yield { hold: key, until: before }
    yield toTheLast(key)
  }
}

const toTheLast = (key: string): Hold => ({ hold: key, until: 'last' })

/** Deviations that chose between tasks, and those that chose data. */
const dissect = ({ deviations, answers }: Execution): { tasks: Deviation[]; data: Deviation[] } => {
  const runs = new Set(answers.filter(({ kind }) => kind === 'run').map(({ step }) => step))
  const all = deviations.filter((change): change is Deviation => !isHold(change))
  return { tasks: all.filter(({ step }) => runs.has(step)), data: all.filter(({ step }) => !runs.has(step)) }
}

const orderOf = ({ steps }: Execution) => {
  const ran = new Map(steps.map(({ key }, i) => [key, i]))
  const posted = (cause: string | null): number => (cause === null ? -1 : (ran.get(cause) ?? -1))
  return {
    /** What ran right before the task; `null` where it never ran. */
    before: (key: string): string | null => steps[(ran.get(key) ?? 0) - 1]?.key ?? null,
    /** Tasks that ran after one of `taken` and were posted no later than it. One walk: executions can have 100,000 steps. */
    overtakenBy: (taken: ReadonlySet<string>): string[] => {
      let latest = Number.NEGATIVE_INFINITY
      return steps.flatMap(({ key, cause }) => {
        const at = posted(cause)
        const overtaken = at <= latest
        if (taken.has(key)) latest = Math.max(latest, at)
        return overtaken ? [key] : []
      })
    },
  }
}

const unique = (keys: readonly string[]): string[] => [...new Set(keys)]
