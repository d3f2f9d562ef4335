// From a finding to a counterexample: shrunk, executed again, confirmed, and with a token that replays it.

import type { Execution } from '../core/execution.js'
import { type Change, follow, type Hold, isHold, type Policy } from '../core/policy.js'
import type { Counterexample, ExplainedHold, FailureSize } from '../core/report.js'
import { worst } from '../core/verdict.js'
import type { Workload } from '../core/workload.js'
import { real } from '../runtimes/node/kernel/real.js'
import { type Confirmed, type ConfirmFresh, confirmElsewhere, confirmHere } from './confirm.js'
import { type Explained, explain } from './explain/explain.js'
import { type Lines, linesIn } from './explain/told-line.js'
import type { Failure } from './failure.js'
import type { Finding } from './finding.js'
import { reachOf } from './reach.js'
import type { Candidate } from './shrink/pass.js'
import { shrinkSchedule } from './shrink/shrink-schedule.js'
import type { Attempts, Laboratory } from './shrink/trial.js'
import { written } from './shrink/written.js'
import { encodeToken, type TokenContent } from './token.js'

export interface Facts {
  readonly finding: Finding
  /** The same, ready to be executed. */
  readonly failure: Failure
  /** The failure on the smallest workload. */
  readonly smallest: Failure
  readonly attempts: Attempts
  /** When shrinking began. */
  readonly sinceMs: number
  /** What the token holds besides workload and policy. */
  readonly token: Omit<TokenContent, 'workload' | 'policy'>
  readonly confirmFresh?: ConfirmFresh | undefined
  /** Once aborted, nothing is started any more. */
  readonly signal?: AbortSignal | undefined
  /** Whether it is found out why it fails. Default true. */
  readonly explains?: boolean | undefined
}

/** Throws where the failure cannot be had again: see `confirm.ts`. */
export const createCounterexample = async (laboratory: Laboratory, facts: Facts): Promise<Counterexample> => {
  const { finding, failure, smallest, attempts, sinceMs } = facts
  const { work, target } = smallest
  const before = await confirmHere(laboratory, smallest)
  const first = failure === smallest ? before.execution : await recorded(laboratory, failure, attempts)
  const changes = await smallSchedule(laboratory, facts, before.execution)
  const small = changes === null ? null : follow(changes)
  const after = small === null ? before : await confirmHere(laboratory, { work, policy: small, target, traceHash: null })
  const policy = small === null ? smallest.policy : { ...small, deviations: written(small.deviations, after.execution) }
  const left = small === null ? after.execution.deviations : policy.deviations
  const holds = await withoutEach(left, { laboratory, facts, policy })
  const deviations = left.filter((change) => !isHold(change))
  const { execution, ...why } = await explainedIn(laboratory, { facts, policy, execution: after.execution })
  const token = encodeToken({ ...facts.token, workload: work.workload, policy })
  if (facts.confirmFresh !== undefined && facts.signal?.aborted !== true)
    await confirmElsewhere(token, after.verdict, facts.confirmFresh)
  return {
    ...pick(after),
    execution,
    ...why,
    workload: work.workload,
    holds: holds.map((hold) => withPlace(hold, execution, linesIn(execution, { folder: laboratory.executor.folder }))),
    deviations,
    scheduleNumber: finding.scheduleNumber,
    foundMs: finding.foundMs,
    strategy: finding.strategy,
    ...(finding.metWhileShrinking === undefined ? {} : { metWhileShrinking: finding.metWhileShrinking }),
    race: target.race,
    shrink: {
      before: sizeOf(finding.workload, changesOf(finding.policy, first)),
      after: sizeOf(work.workload, left),
      executions: attempts.executions,
      ms: real.performanceNow() - sinceMs,
    },
    token,
  }
}

/** What comes of executions that were cut short has to be proven by a whole one: fewer steps than these are not worth that. */
const STEPS_AT_LEAST = 250

/** By executions that are cut short, as long as what comes of them holds in the whole one. */
const smallSchedule = async (laboratory: Laboratory, facts: Facts, failing: Execution): Promise<Candidate | null> => {
  const { executor, judge } = laboratory
  const { attempts, smallest } = facts
  const { work, target } = smallest
  const reach = reachOf({ judge, target }, failing, STEPS_AT_LEAST)
  const near = reach === null ? null : await shrinkSchedule(failing, attempts.on(work, reach))
  if (near !== null) {
    const whole = await executor.run(work, follow(near), false)
    attempts.count(whole)
    if (target.find(judge.notPassing(whole), whole) !== undefined) return near
  }
  return shrinkSchedule(failing, attempts.on(work))
}

const recorded = ({ executor }: Laboratory, { work, policy }: Failure, attempts: Attempts): Promise<Execution> => {
  attempts.count()
  return executor.run(work, policy, true)
}

const pick = ({ execution, verdict, verdicts }: Confirmed) => ({ verdict, verdicts, execution })

/** The execution comes back with the lines that are known of it. */
const explainedIn = async (
  laboratory: Laboratory,
  { facts, policy, execution }: { readonly facts: Facts; readonly policy: Policy; readonly execution: Execution },
): Promise<Partial<Explained> & Pick<Explained, 'execution'>> => {
  if (facts.explains === false || facts.signal?.aborted === true) return { execution }
  const { work, target } = facts.smallest
  return explain(laboratory, { work, target, policy, execution, signal: facts.signal })
}

const withPlace = (hold: ExplainedHold, { steps }: Execution, lines: Lines): ExplainedHold => {
  const held = steps.find(({ key }) => key === hold.hold)
  const at = held === undefined ? undefined : lines.of(held)
  return at === undefined ? hold : { ...hold, at }
}

/** A policy that is written as changes counts as it is written; a drawn one by the deviations that it came to. */
const changesOf = ({ pick, deviations }: Policy, recorded: Execution): readonly Change[] =>
  pick === 'first' && deviations.some(isHold) ? deviations : recorded.deviations

const sizeOf = ({ callers }: Workload, changes: readonly Change[]): FailureSize => {
  const holds = changes.filter(isHold).length
  const calls = callers.reduce((sum, { operations }) => sum + operations.length, 0)
  return { callers: callers.length, calls, holds, deviations: changes.length - holds }
}

interface Means {
  readonly laboratory: Laboratory
  readonly facts: Facts
  readonly policy: Policy
}

/** What the same execution comes to without each hold. */
const withoutEach = async (changes: readonly Change[], { laboratory, facts, policy }: Means): Promise<ExplainedHold[]> => {
  const { executor, judge } = laboratory
  const { smallest, attempts } = facts
  const holds: ExplainedHold[] = []
  for (const hold of changes.filter(isHold)) {
    attempts.count()
    const without = { ...policy, deviations: policy.deviations.filter((change) => change !== hold) }
    const verdicts = judge.notPassing(await executor.run(smallest.work, without, false))
    holds.push({ ...(hold as Hold), without: verdicts.length === 0 ? 'pass' : worst(verdicts) })
  }
  return holds
}
