// Tries candidates on the real thing: cached, counted, and no more than agreed.
import type { Execution } from '../../core/execution.js'
import type { Policy } from '../../core/policy.js'
import type { Verdict } from '../../core/verdict.js'
import type { Executor, Work } from '../executor.js'
import { type Reach, runWithin } from '../reach.js'
import type { Target } from '../target.js'
import type { Judge } from '../verdicts.js'
import type { Trial } from './pass.js'
import { createTrial, type Tried } from './work-trial.js'

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
  /** Candidates on one workload, each no further than `reach`: whether the whole one fails is up to whoever asked. */
  on(work: Work, reach?: Reach): Trial
  /** Takes an execution that was made elsewhere: whether it fails the same way. */
  take(execution: Execution, work: Work, policy: Policy): boolean
  /** Counts an execution that says nothing about the failure. */
  count(execution?: Execution): void
  /** The same account, over as soon as no more than so many are left. */
  leaving(left: number): Attempts
}

const STEPS = 250

export interface AttemptsOptions {
  readonly target: Target
  /** Executions; a long one counts once for each 250 steps that it has begun. */
  readonly atMost: number
  readonly signal?: AbortSignal | undefined
  /** Told of failures of other kinds: they are not followed. */
  readonly onOther?:
    | ((verdicts: readonly Verdict[], seen: { work: Work; policy: Policy; execution: Execution }) => void)
    | undefined
}

export const createAttempts = (laboratory: Laboratory, { target, atMost, signal, onOther }: AttemptsOptions): Attempts => {
  const { executor, judge } = laboratory
  let executions = 0
  let spent = 0
  const count = (execution?: Execution): void => {
    executions++
    spent += Math.max(1, Math.ceil((execution?.stats.steps ?? 0) / STEPS))
  }
  const take = (execution: Execution, work: Work, policy: Policy): boolean => {
    count(execution)
    const verdicts = judge.notPassing(execution)
    if (verdicts.length === 0) return false
    if (target.find(verdicts, execution) !== undefined) return true
    onOther?.(verdicts, { work, policy, execution })
    return false
  }
  const execute = async (work: Work, policy: Policy, record: boolean): Promise<Tried> => {
    const execution = await executor.run(work, policy, record)
    return { execution, fails: take(execution, work, policy) }
  }
  /** What shows in one that was cut short is taken for granted; what does not, is not looked for any further. */
  const within = async (reach: Reach, work: Work, policy: Policy, record: boolean): Promise<Tried> => {
    if (reach === null) return execute(work, policy, record)
    const { execution, isWhole } = await runWithin({ executor, reach }, { work, policy, record })
    if (isWhole) return { execution, fails: take(execution, work, policy) }
    count(execution)
    return { execution, fails: target.find(judge.notPassing(execution), execution) !== undefined }
  }
  const upTo = (most: number): Attempts => {
    const left = (): number => (signal?.aborted === true ? 0 : Math.max(0, most - spent))
    return {
      get executions() {
        return executions
      },
      get over() {
        return left() === 0
      },
      async run(work, policy) {
        const tried = left() === 0 ? null : await execute(work, policy, false)
        return tried?.fails === true ? tried.execution : null
      },
      on: (work, reach = null) =>
        createTrial({
          run: async (policy, record) => (left() === 0 ? null : within(reach, work, policy, record)),
          left,
        }),
      take,
      count,
      leaving: (kept) => upTo(atMost - kept),
    }
  }
  return upTo(atMost)
}
