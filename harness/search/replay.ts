// Follows a token again: it fails, it passes now, or it does not fit any more.
import type { Execution } from '../core/execution.js'
import { isNotDispatcher } from '../core/history.js'
import { type Change, calm, isHold, type Policy } from '../core/policy.js'
import type { Runtime } from '../core/runtime.js'
import type { Outcome, Verdict } from '../core/verdict.js'
import { worst } from '../core/verdict.js'
import { createExecutor, type Executor, type Work } from './executor.js'
import { type Explained, explain } from './explain/explain.js'
import type { ExecutableSubject } from './subject.js'
import { createTarget } from './target.js'
import type { TokenContent } from './token.js'
import { createJudge, type Judge } from './verdicts.js'

export type ReplayOutcome = 'fails' | 'passes now' | 'diverged'

/** The first change that did not fit, or whatever else tells the executions apart. */
export interface Divergence {
  readonly found: string
  readonly expected: string
}

export interface ReplayResult {
  readonly outcome: ReplayOutcome
  /** Recorded. */
  readonly execution: Execution
  readonly verdicts: readonly Verdict[]
  /** The failure that leads; `null` unless it fails. */
  readonly verdict: Verdict | null
  /** How the deviations were found again. */
  readonly followed: 'key' | 'step'
  /** Not `null` where it diverged; also where it fails although something did not fit. */
  readonly divergence: Divergence | null
  /** Why it fails, where that was asked for: then `execution` has the lines of its steps. */
  readonly why?: Omit<Explained, 'execution'>
}

export interface ReplayOptions {
  readonly runtime: Runtime
  /** Deviations whose keys are not met are looked for by step and index too. Default true. */
  readonly bySteps?: boolean
  /** One calm execution is discarded first: lazy initialisation. Default true. */
  readonly warmUp?: boolean
  /** Whether a failure is explained. Default false. */
  readonly explains?: boolean
}

/** Rejects only with what the runtime rejects with. Deterministic in a fresh process. */
export const replay = async (subject: ExecutableSubject, token: TokenContent, options: ReplayOptions): Promise<ReplayResult> => {
  const executor = createExecutor(subject, options.runtime)
  const result = await replayOn(executor, { subject, token, options })
  const { verdict, execution, followed } = result
  if (verdict === null || options.explains !== true) return result
  const { execution: looked, ...why } = await explain(
    { executor, judge: createJudge(subject.oracles) },
    {
      work: executor.work(token.workload),
      target: createTarget(verdict, null, () => null),
      policy: followed === 'key' ? token.policy : withoutKeys(token.policy),
      execution,
    },
  )
  return { ...result, execution: looked, why }
}

interface Replaying {
  readonly subject: ExecutableSubject
  readonly token: TokenContent
  readonly options: ReplayOptions
}

const replayOn = async (executor: Executor, { subject, token, options }: Replaying): Promise<ReplayResult> => {
  const work = executor.work(token.workload)
  const { bySteps = true, warmUp = true } = options
  if (warmUp) await executor.run(work, calm, false)
  const attempt = (policy: Policy): Promise<Attempt> => attemptOn(executor, work, { policy, judge: createJudge(subject.oracles) })
  const byKey = await attempt(token.policy)
  const place = { subject, token, executor }
  if (byKey.outcome === 'fail' || byKey.execution.unmet.length === 0) return resultOf(byKey, 'key', place)
  const byStep = bySteps ? await attempt(withoutKeys(token.policy)) : null
  return byStep?.outcome === 'fail' ? resultOf(byStep, 'step', place) : resultOf(byKey, 'key', place)
}

/** One execution, recorded and judged. */
export interface Attempt {
  readonly execution: Execution
  readonly verdicts: readonly Verdict[]
  readonly outcome: Outcome
}

interface Means {
  readonly policy: Policy
  readonly judge: Judge
}

export const attemptOn = async (executor: Executor, work: Work, { policy, judge }: Means): Promise<Attempt> => {
  const execution = await executor.run(work, policy, true)
  const worse = judge.notPassing(execution)
  return { execution, verdicts: judge.all(execution), outcome: worse.length === 0 ? 'pass' : worst(worse) }
}

/** Deviations by step and index alone; a hold has no other place than its key. */
export const withoutKeys = (policy: Policy): Policy => ({
  ...policy,
  deviations: policy.deviations.map((change) => (isHold(change) ? change : { ...change, at: '', nth: 0, take: '' })),
})

/** What was followed, and where. */
export interface Followed {
  readonly subject: ExecutableSubject
  readonly token: TokenContent
  readonly executor: Pick<Executor, 'runtime' | 'model'>
}

const resultOf = (attempt: Attempt, followed: 'key' | 'step', place: Followed): ReplayResult => {
  const { execution, verdicts, outcome } = attempt
  const verdict = verdicts.find((each) => each.outcome === 'fail') ?? null
  const divergence = unmetOf(execution) ?? doubtOf(attempt, place)
  return {
    outcome: outcome === 'fail' ? 'fails' : divergence === null ? 'passes now' : 'diverged',
    execution,
    verdicts,
    verdict,
    followed,
    divergence,
  }
}

/** Why a pass is none, even where everything fits; `null` where it is one. */
export const doubtOf = (attempt: Attempt, { subject, token, executor: { runtime, model } }: Followed): Divergence | null =>
  otherThan(token, runtime, model) ?? goneFrom(subject, token) ?? idle(subject, attempt) ?? unknownOf(attempt)

/** An operation that nobody can do any more was the race, or a part of it. */
const goneFrom = ({ operations }: ExecutableSubject, { workload }: TokenContent): Divergence | null => {
  const asked = workload.callers.flatMap((caller) => caller.operations.map(({ op }) => ({ op, caller: caller.name })))
  const gone = operations === undefined ? undefined : asked.find(({ op }) => !operations.includes(op))
  return gone === undefined
    ? null
    : { found: `no operation \`${gone.op}\``, expected: `\`${gone.op}\`, which ${gone.caller} does` }
}

/** Where nobody did anything there was nothing to judge. */
const idle = ({ recordsOperations = true }: ExecutableSubject, { execution }: Attempt): Divergence | null =>
  !recordsOperations || execution.history.some(({ actor }) => isNotDispatcher(actor))
    ? null
    : { found: 'no caller that did an operation', expected: 'operations to judge' }

const otherThan = (token: TokenContent, runtime: string, model: string): Divergence | null => {
  if (token.runtime !== runtime) return { found: `runtime ${runtime}`, expected: `runtime ${token.runtime}` }
  return token.model === model ? null : { found: `model ${model}`, expected: `model ${token.model}` }
}

const unknownOf = ({ verdicts, outcome }: Attempt): Divergence | null =>
  outcome === 'unknown'
    ? {
        found: verdicts.find((verdict) => verdict.outcome === 'unknown')?.message ?? '',
        expected: 'an execution that can be judged',
      }
    : null

/** The first change that found no place. */
export const unmetOf = (execution: Execution): Divergence | null => {
  const [change] = execution.unmet
  return change === undefined ? null : explainUnmet(change, execution)
}

/** What a change asked for, against what the recorded execution did instead. */
const explainUnmet = (change: Change, { steps }: Execution): Divergence => {
  const ran = (key: string): string | null => {
    const at = steps.findIndex((step) => step.key === key)
    return at < 0 ? null : `step ${at}`
  }
  if (isHold(change)) {
    const at = ran(change.hold)
    const found = at === null ? `no task ${change.hold}` : `${change.hold} ran as ${at}, with no other task beside it`
    return { found, expected: `${change.hold} waits until ${change.until === 'last' ? 'nothing else can run' : change.until}` }
  }
  const { at, nth, step, take, index } = change
  if (at === '') return { found: `no option ${index} at step ${step}`, expected: `option ${index} at step ${step}` }
  const place = ran(at)
  const other = ran(take)
  const found =
    place === null && other === null
      ? `neither ${at} nor ${take}`
      : `${at} ${place === null ? 'never ran' : `ran as ${place}`}, ${take} ${other === null ? 'never ran' : `ran as ${other}`}, not both to choose between`
  return { found, expected: `${take} in place of ${at}${nth > 1 ? ` (for the ${nth}. time)` : ''}, at step ${step}` }
}
