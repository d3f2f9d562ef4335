// Tries candidates on the real thing: cached, counted, and no more than agreed.
import type { Execution } from '../../core/execution.js'
import { follow, type Policy } from '../../core/policy.js'
import type { Executor, Work } from '../executor.js'
import type { Target } from '../target.js'
import type { Judge } from '../verdicts.js'
import type { Candidate, Trial } from './pass.js'

export interface Laboratory {
  readonly executor: Executor
  readonly judge: Judge
}

export interface Attempts {
  /** Executions so far. */
  readonly executions: number
  /** Nothing more is executed: the allowance is used up, or somebody asked to stop. */
  readonly over: boolean
  /** The execution if it fails with the same oracle and symptom, else `null`; `null` too once it is over. */
  run(work: Work, policy: Policy): Promise<Execution | null>
  /** Candidates on one workload. */
  on(work: Work): Trial
  /** Counts an execution that was made elsewhere. */
  count(): void
}

export interface AttemptsOptions {
  readonly target: Target
  readonly atMost: number
  readonly signal?: AbortSignal | undefined
}

export const createAttempts = ({ executor, judge }: Laboratory, { target, atMost, signal }: AttemptsOptions): Attempts => {
  let executions = 0
  const isOver = (): boolean => executions >= atMost || signal?.aborted === true
  const run = async (work: Work, policy: Policy): Promise<Execution | null> => {
    if (isOver()) return null
    executions++
    const execution = await executor.run(work, policy, false)
    return target.find(judge.notPassing(execution), execution) === undefined ? null : execution
  }
  const on = (work: Work): Trial => {
    const known = new Map<string, boolean>()
    return {
      fails: async (candidate: Candidate) => {
        const name = JSON.stringify(candidate)
        const before = known.get(name)
        if (before !== undefined) return before
        const fails = (await run(work, follow(candidate))) !== null
        known.set(name, fails)
        return fails
      },
    }
  }
  return {
    get executions() {
      return executions
    },
    get over() {
      return isOver()
    },
    run,
    on,
    count: () => {
      executions++
    },
  }
}
