// How far an execution has to go to show a failure. Where a client waits minutes for an answer that will not come, most of it shows nothing.
import type { Execution } from '../core/execution.js'
import type { Policy } from '../core/policy.js'
import type { Executor, Work } from './executor.js'
import type { Target } from './target.js'
import type { Judge } from './verdicts.js'

/** Steps within which the failure shows where it does; `null`: all of the execution matters. */
export type Reach = number | null

/** So many times as far as where it was seen: elsewhere it may come later. */
const TIMES = 3
/** What passes is to be seen to its end, so far as that is not minutes of waiting. */
const STEPS_AT_LEAST = 1000

export interface ReachMeans {
  readonly judge: Judge
  readonly target: Target
}

/** Of a failure that was seen in `execution`. `atLeast`: steps, whatever it took. Default 1,000. */
export const reachOf = (means: ReachMeans, execution: Execution, atLeast = STEPS_AT_LEAST): Reach => {
  const event = shownAt(means, execution)
  return event === null ? null : Math.max(atLeast, TIMES * event.step)
}

/** The event with which the failure is there, whatever comes after it; `null` where it takes the end to tell. */
export const shownAt = ({ judge, target }: ReachMeans, execution: Execution): Execution['history'][number] | null => {
  const { observed: _, ...whole } = execution
  const { history } = execution
  const isShown = (events: number): boolean => {
    // What is seen once all have settled is seen by nobody before that.
    const cut: Execution = { ...whole, history: history.slice(0, events), end: CUT, leftovers: [], unmet: [] }
    return target.find(judge.notPassing(cut), cut) !== undefined
  }
  if (!isShown(history.length)) return null
  let [low, high] = [0, history.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isShown(middle)) high = middle
    else low = middle
  }
  return history[high - 1] ?? null
}

const CUT = { kind: 'limit', message: 'cut short' } as const

export interface Within {
  readonly work: Work
  readonly policy: Policy
  readonly record: boolean
}

/** The execution, no further than `reach`: what it comes to after that is not known. */
export const runWithin = async (
  { executor, reach }: { readonly executor: Executor; readonly reach: Reach },
  { work, policy, record }: Within,
): Promise<{ readonly execution: Execution; readonly isWhole: boolean }> => {
  const execution = await executor.run(work, policy, record, reach ?? undefined)
  return { execution, isWhole: reach === null || execution.stats.steps < reach }
}
