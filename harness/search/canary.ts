// The canary: the calmest schedule of one workload, again and again. It must always be the same, and be answered the same.
import type { Execution } from '../core/execution.js'
import { calm } from '../core/policy.js'
import { answersOf, firstOtherAnswer } from './answers.js'
import type { Executor, Work } from './executor.js'
import { firstDifference } from './first-difference.js'
import { stateLeaked } from './leaked.js'

export interface Canary {
  /**
   * To be called after each execution. After the first one the calmest execution of `work` is taken as what every later one is compared
   * with, and compared once; then it is compared every so often. Rejects with `STATE_LEAKED_BETWEEN_EXECUTIONS` where it has changed.
   */
  after(work: Work): Promise<void> | undefined
}

/** `every`: executions between two looks; 0: never, not even once. Where native work is let through, the order of its completions may change: then the canary is silent. */
export const createCanary = (executor: Executor, every: number): Canary => {
  let executions = 0
  let work: Work | null = null
  let reference: Execution | null = null
  let answers = answersOf({ history: [] })
  const sing = async (): Promise<void> => {
    if (work === null || reference === null || reference.stats.nativeUncontrolled) return
    const sung = await executor.run(work, calm, false)
    const other = firstOtherAnswer(answersOf(sung), answers)
    const isSameWay = sung.traceHash === reference.traceHash
    if (isSameWay && other === null) return
    const after = executions === 1 ? 'one execution' : `${executions.toLocaleString('en')} executions`
    if (isSameWay) throw stateLeaked(`the calmest schedule was answered otherwise after ${after}`, other)
    const again = await executor.run(work, calm, true)
    throw stateLeaked(`the calmest schedule went another way after ${after}`, firstDifference(again, reference))
  }
  const start = async (first: Work): Promise<void> => {
    work = first
    reference = await executor.run(first, calm, true)
    answers = answersOf(reference)
    await sing()
  }
  return {
    after: (first) => {
      executions++
      if (every === 0) return undefined
      if (executions === 1) return start(first)
      return executions % every === 0 ? sing() : undefined
    },
  }
}
