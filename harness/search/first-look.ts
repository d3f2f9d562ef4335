// The first execution of all, while the subject is as it was loaded. It counts for nothing, since lazy initialisation makes it unlike
// the others; but what fails later and did not fail then is the fault of what executions have left behind.
import { calm } from '../core/policy.js'
import type { Verdict } from '../core/verdict.js'
import type { Work } from './executor.js'
import { stateLeaked } from './leaked.js'
import type { Laboratory } from './shrink/trial.js'
import type { Target } from './target.js'

export interface FirstLook {
  /** Executes `work` calmly, as the first of all; without effect after that. */
  take(work: Work): Promise<void>
  /** Rejects with `STATE_LEAKED_BETWEEN_EXECUTIONS` where the calmest schedule fails with `target` by now, and did not at first. */
  doubt(target: Target): Promise<void>
}

export const createFirstLook = ({ executor, judge }: Laboratory): FirstLook => {
  let seen: { readonly work: Work; readonly native: boolean; readonly failed: (target: Target) => boolean } | null = null
  const failure = async (work: Work, target: Target): Promise<Verdict | undefined> => {
    const execution = await executor.run(work, calm, false)
    return target.find(judge.notPassing(execution), execution)
  }
  return {
    async take(work) {
      if (seen !== null) return
      const execution = await executor.run(work, calm, false)
      const verdicts = judge.notPassing(execution)
      seen = {
        work,
        native: execution.stats.nativeUncontrolled,
        failed: (target) => target.find(verdicts, execution) !== undefined,
      }
    },
    async doubt(target) {
      // Where native work is let through, its completions may come in another order.
      if (seen === null || seen.native || seen.failed(target)) return
      const now = await failure(seen.work, target)
      if (now === undefined) return
      throw stateLeaked(
        `the calmest schedule fails after other executions, and did not where the subject was just loaded (${now.oracle}: ${now.message})`,
        null,
      )
    },
  }
}
