// Tells whether a smaller workload still fails the same way. Which ones are tried, and in what order, is the workloads' own business.

import { follow } from '../../core/policy.js'
import type { Workload } from '../../core/workload.js'
import type { Strategy } from '../../strategies/strategy.js'
import { explore } from '../explore.js'
import type { Failure } from '../failure.js'
import type { Attempts, Laboratory } from './trial.js'

export interface WorkloadShrinker {
  /** The smallest failure so far. */
  readonly failure: Failure
  /** Whether the workload fails the same way under some schedule; if so, that is the failure from now on. */
  fails(workload: Workload): Promise<boolean>
}

export interface WorkloadShrinkerOptions {
  readonly attempts: Attempts
  readonly strategy: Strategy
  /** Seed of the series on a smaller workload, the `tried`-th one from 0. */
  readonly seedOf: (workload: Workload, tried: number) => number
  /** What made the larger one fail is tried first. */
  readonly inherits: boolean
  /** Schedules for each smaller workload. */
  readonly schedules: number
}

/**
 * First what made the larger workload fail, by key and as it was drawn, unless it `inherits` nothing; then a fresh series. Keys and
 * drawn priorities belong to actors and tasks, so they mean the same where some of the callers are gone.
 */
export const createWorkloadShrinker = (
  laboratory: Laboratory,
  first: Failure,
  options: WorkloadShrinkerOptions,
): WorkloadShrinker => {
  const { executor } = laboratory
  const { attempts, strategy, seedOf, inherits, schedules } = options
  let failure = first
  let changes: Failure['policy'] | null = null
  let tried = 0

  const asBefore = async (): Promise<Failure['policy'][]> => {
    if (!inherits) return []
    // It is written by key already.
    if (failure.policy.pick === 'first') return [failure.policy]
    if (changes === null) {
      const execution = await executor.run(failure.work, failure.policy, true)
      attempts.count(execution)
      changes = follow(execution.deviations)
    }
    return [changes, failure.policy]
  }

  const fails = async (workload: Workload): Promise<boolean> => {
    if (attempts.over) return false
    const work = executor.work(workload)
    for (const policy of await asBefore()) {
      const execution = await attempts.run(work, policy)
      if (execution !== null) return accept({ ...failure, work, policy, traceHash: execution.traceHash })
    }
    let found: Failure | null = null
    await explore(executor, work, {
      strategy,
      seed: seedOf(workload, tried++),
      most: schedules,
      mayGoOn: () => !attempts.over,
      seen: (execution, policy) => {
        if (!attempts.take(execution, work, policy)) return false
        found = { ...first, work, policy, traceHash: execution.traceHash }
        return true
      },
    })
    return found !== null && accept(found)
  }

  const accept = (smaller: Failure): true => {
    failure = smaller
    changes = null
    return true
  }

  return {
    get failure() {
      return failure
    },
    fails,
  }
}
