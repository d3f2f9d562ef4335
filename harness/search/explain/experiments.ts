// Executions of one workload under other schedules than the failing one: counted, cached, and no more than allowed.
import type { Execution } from '../../core/execution.js'
import { DISPATCHER } from '../../core/history.js'
import { type Change, follow, type Policy } from '../../core/policy.js'
import type { Closely } from '../../core/runtime.js'
import { kindOfVerdict } from '../account.js'
import type { Work } from '../executor.js'
import { type Reach, runWithin } from '../reach.js'
import type { Laboratory } from '../shrink/trial.js'
import type { Target } from '../target.js'

/**
 * `fails`: in the way that is to be explained. `spared`: only in ways in which the failing execution fails besides. `other`: in a way of its
 * own, or nothing can be said.
 */
export type Came = 'passes' | 'spared' | 'fails' | 'other'

export interface Tried {
  readonly execution: Execution
  readonly came: Came
}

export interface Experiments {
  /** So far. */
  readonly executions: number
  /** No more are allowed. */
  readonly over: boolean
  /**
   * Other schedules of changes that were tried and failed in some way, each told by the way it went; `null` where one did not fail, of
   * changes or drawn. One in which somebody is never answered is neither.
   */
  readonly allFail: number | null
  /** What an execution with these changes, calm elsewhere, comes to; `other` once no more are allowed. */
  comesTo(changes: readonly Change[]): Promise<Came>
  /** The same of any policy, and its execution; `null` once no more are allowed. */
  try(policy: Policy, record: boolean): Promise<Tried | null>
  /** With its steps. */
  recorded(changes: readonly Change[]): Promise<Execution>
  /** With its steps and the lines of some of them. */
  look(policy: Policy, closely: Closely, stepsAtMost?: number): Promise<Execution>
  /** What an execution that was made here comes to. */
  judge(execution: Execution): Came
}

export interface ExperimentsOptions {
  readonly work: Work
  readonly target: Target
  /** The failing one. */
  readonly execution: Execution
  /** How far it goes until it has failed. */
  readonly reach: Reach
  readonly signal?: AbortSignal | undefined
}

/**
 * Not by the clock: an explanation is the same on every machine. What is allowed for looking at executions is few, so only the search for
 * one that passes is bounded.
 */
const EXECUTIONS_AT_MOST = 400
const STEPS_AT_MOST = 50_000
/** Most of a long one is somebody who waits in vain; a short one may take a while longer when it passes. */
const LONG = 5000
const TIMES = 3

export const createExperiments = ({ executor, judge }: Laboratory, options: ExperimentsOptions): Experiments => {
  const { work, target, execution: failing, reach, signal } = options
  const besides = new Set(judge.notPassing(failing).map(kindOfVerdict))
  const known = new Map<string, Came>()
  const silent = silencesIn(failing)
  const within = reach === null ? null : Math.max(reach, failing.stats.steps > LONG ? 0 : TIMES * failing.stats.steps)
  let executions = 0
  let steps = 0
  const failed = new Set<number>()
  /** One of them did not fail. */
  let isSpared = false
  const isOver = (): boolean => executions >= EXECUTIONS_AT_MOST || steps >= STEPS_AT_MOST || signal?.aborted === true
  const counted = async (made: Execution | Promise<Execution>): Promise<Execution> => {
    const execution = await made
    executions++
    steps += execution.stats.steps
    return execution
  }
  const judged = (execution: Execution): Came => {
    const verdicts = judge.notPassing(execution)
    if (target.find(verdicts, execution) !== undefined) return 'fails'
    // Where somebody is never answered, what would have failed may not have come to it: that explains nothing.
    if (verdicts.length === 0) return silencesIn(execution) > silent ? 'other' : 'passes'
    return verdicts.every((verdict) => besides.has(kindOfVerdict(verdict))) ? 'spared' : 'other'
  }
  const isFailure = (execution: Execution): boolean => judge.notPassing(execution).some(({ outcome }) => outcome === 'fail')
  /** What goes on for so much longer than the failing one does not pass in a way that would explain it. */
  const triedOn = async (policy: Policy, record: boolean): Promise<Tried> => {
    const { execution, isWhole } = await runWithin({ executor, reach: within }, { work, policy, record })
    await counted(execution)
    const came = isWhole
      ? judged(execution)
      : target.find(judge.notPassing(execution), execution) === undefined
        ? 'other'
        : 'fails'
    if (came === 'fails' || (isWhole && isFailure(execution))) {
      if (policy.pick === 'first' && execution.traceHash !== failing.traceHash) failed.add(execution.traceHash)
    } else if (silencesIn(execution) <= silent) isSpared = true
    return { execution, came }
  }
  return {
    get executions() {
      return executions
    },
    get over() {
      return isOver()
    },
    get allFail() {
      return isSpared ? null : failed.size
    },
    async comesTo(changes) {
      const name = JSON.stringify(changes)
      const before = known.get(name)
      if (before !== undefined || isOver()) return before ?? 'other'
      const { came } = await triedOn(follow(changes), false)
      known.set(name, came)
      return came
    },
    try: async (policy, record) => (isOver() ? null : triedOn(policy, record)),
    recorded: (changes) => counted(executor.run(work, follow(changes), true)),
    look: (policy, closely, stepsAtMost) => counted(executor.look(work, policy, closely, stepsAtMost)),
    judge: judged,
  }
}

const silencesIn = ({ history }: Execution): number =>
  history.filter(({ actor, type, error }) => actor === DISPATCHER && type === 'info' && error === 'never').length
