// The canary: the calmest schedule of one workload, again and again. It must always be the same.
import type { Execution } from '../core/execution.js'
import { calm } from '../core/policy.js'
import type { Executor, Work } from './executor.js'
import { firstDifference } from './first-difference.js'
import { stateLeaked } from './leaked.js'

export interface Canary {
  /** Takes the calmest execution of `work` as what every later one is compared with, and compares once. */
  start(work: Work): Promise<void>
  /** Rejects with `STATE_LEAKED_BETWEEN_EXECUTIONS` where the calmest schedule has changed. */
  sing(executions: number): Promise<void>
}

/** Where native work is let through, the order of its completions may change: then the canary is silent. */
export const createCanary = (executor: Executor): Canary => {
  let work: Work | null = null
  let reference: Execution | null = null
  const sing = async (executions: number): Promise<void> => {
    if (work === null || reference === null || reference.stats.nativeUncontrolled) return
    const { traceHash } = await executor.run(work, calm, false)
    if (traceHash === reference.traceHash) return
    const again = await executor.run(work, calm, true)
    const after = executions === 1 ? 'one execution' : `${executions.toLocaleString('en')} executions`
    throw stateLeaked(`the calmest schedule went another way after ${after}`, firstDifference(again, reference))
  }
  return {
    start: async (first) => {
      work = first
      reference = await executor.run(first, calm, true)
      await sing(1)
    },
    sing,
  }
}
