// Every finding is had again before it is claimed: in this process at once, and in a fresh one where somebody offers that.
import { HarnessError } from '../core/errors.js'
import type { Execution } from '../core/execution.js'
import type { Policy } from '../core/policy.js'
import type { Verdict } from '../core/verdict.js'
import type { Work } from './executor.js'
import { firstDifference } from './first-difference.js'
import { stateLeaked } from './leaked.js'
import type { ReplayOutcome } from './race-files/replay-race.js'
import type { Laboratory } from './shrink/trial.js'
import type { Target } from './target.js'

/** Replays a token in a fresh process. */
export type ConfirmFresh = (token: string) => Promise<ReplayOutcome>

export interface Expected {
  readonly work: Work
  readonly policy: Policy
  readonly target: Target
  /** `null`: whatever the first of the two executions gives. */
  readonly traceHash: number | null
}

export interface Confirmed {
  readonly execution: Execution
  readonly verdict: Verdict
  readonly verdicts: readonly Verdict[]
}

/**
 * Executes the failing schedule twice, recorded. Throws `STATE_LEAKED_BETWEEN_EXECUTIONS` where it does not fail the same way with
 * the same trace both times, and `NOT_DETERMINISTIC` where native work that was let through may be the reason.
 */
export const confirmHere = async ({ executor, judge }: Laboratory, expected: Expected): Promise<Confirmed> => {
  const { work, policy, target, traceHash } = expected
  const execution = await executor.run(work, policy, true)
  const again = await executor.run(work, policy, false)
  const verdicts = judge.all(execution)
  const found = target.find(verdicts, execution)
  const native = execution.stats.nativeUncontrolled
  const sameTrace = execution.traceHash === (traceHash ?? execution.traceHash) && execution.traceHash === again.traceHash
  if (found !== undefined && target.find(judge.notPassing(again), again) !== undefined && (sameTrace || native)) {
    return { execution, verdict: found, verdicts }
  }
  if (native) throw notDeterministic(target.verdict)
  throw stateLeaked(
    `the failing schedule does not fail the same way when it is executed again (${target.verdict.oracle}: ${target.verdict.message})`,
    firstDifference(await executor.run(work, policy, true), execution),
  )
}

const notDeterministic = (verdict: Verdict): HarnessError =>
  new HarnessError('NOT_DETERMINISTIC', 'the failing schedule does not fail again', {
    expected: `${verdict.oracle}: ${verdict.message}`,
    usually: 'native work was let through, and the order of its completions is not controlled',
    remedy: "replace the native work by a stand-in, or refuse it (native: 'refuse')",
  })

/** Throws `STATE_LEAKED_BETWEEN_EXECUTIONS` where a fresh process does not show the failure. */
export const confirmElsewhere = async (token: string, verdict: Verdict, confirm: ConfirmFresh): Promise<void> => {
  const outcome = await confirm(token)
  if (outcome === 'fails') return
  throw stateLeaked(
    `the failure (${verdict.oracle}: ${verdict.message}) is not there in a fresh process: the replay ${outcome === 'diverged' ? 'diverged' : 'passes'}`,
    null,
  )
}
