// Follows a token again: it fails, it passes now, or it does not fit any more. A token is a race of which nothing is known but its schedule.
import type { Execution } from '../core/execution.js'
import type { Runtime } from '../core/runtime.js'
import type { Verdict } from '../core/verdict.js'
import { type Divergence, doubtOf } from './attempt.js'
import { createExecutor } from './executor.js'
import { type Explained, explain } from './explain/explain.js'
import { type ReplayOutcome, replayRace } from './race-files/replay-race.js'
import type { ExecutableSubject } from './subject.js'
import { createTarget } from './target.js'
import type { TokenContent } from './token.js'
import { createJudge } from './verdicts.js'

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
  /** Once aborted, it is not explained any further: what is known by then is told. */
  readonly signal?: AbortSignal | undefined
}

/** Rejects only with what the runtime rejects with. Deterministic in a fresh process. */
export const replay = async (subject: ExecutableSubject, token: TokenContent, options: ReplayOptions): Promise<ReplayResult> => {
  const executor = createExecutor(subject, options.runtime)
  const { outcome, execution, verdicts, verdict, heldBy, policy, ...race } = await replayRace(subject, token, {
    ...options,
    schedules: 0,
  })
  const divergence = race.divergence ?? doubtOf({ execution, verdicts, outcome: 'fail' }, { subject, token, executor })
  const followed = heldBy === 'index' ? 'step' : 'key'
  const result: ReplayResult = { outcome, execution, verdicts, verdict, followed, divergence }
  if (verdict === null || options.explains !== true) return result
  const { execution: looked, ...why } = await explain(
    { executor, judge: createJudge(subject.oracles) },
    {
      work: executor.work(token.workload),
      target: createTarget(verdict, null, () => null),
      policy,
      execution,
      signal: options.signal,
    },
  )
  return { ...result, execution: looked, why }
}
