// One execution of what was recorded, judged, and what of the recording did not fit: what every replay is made of.
import type { Execution } from '../core/execution.js'
import { isNotDispatcher } from '../core/history.js'
import { type Change, isHold, type Policy } from '../core/policy.js'
import type { Outcome, Verdict } from '../core/verdict.js'
import { worst } from '../core/verdict.js'
import type { Executor, Work } from './executor.js'
import type { ExecutableSubject } from './subject.js'
import type { TokenContent } from './token.js'
import type { Judge } from './verdicts.js'

/** The first change that did not fit, or whatever else tells the executions apart. */
export interface Divergence {
  readonly found: string
  readonly expected: string
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

/** Why a pass is none, even where everything fits; `null` where it is one. */
export const doubtOf = (attempt: Attempt, { subject, token, executor: { runtime, model } }: Followed): Divergence | null =>
  otherThan(token, runtime, model) ??
  ofAnother(subject, token) ??
  goneFrom(subject, token) ??
  idle(subject, attempt) ??
  unknownOf(attempt)

/** What passes under another's schedule says nothing of the race. */
const ofAnother = ({ id }: ExecutableSubject, token: TokenContent): Divergence | null =>
  id === token.id ? null : { found: `\`${id}\``, expected: `\`${token.id}\`, of which it is` }

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
