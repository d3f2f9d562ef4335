// Replays a race: by key, by step and index, and, where the code has changed too much for both, by a search around it. The one way in which
// anything is replayed, a token too.

import type { Execution } from '../../core/execution.js'
import { calm, followSteps, isHold, type Policy } from '../../core/policy.js'
import type { Runtime } from '../../core/runtime.js'
import { keyParts } from '../../core/task-key.js'
import type { Verdict } from '../../core/verdict.js'
import { nearby } from '../../strategies/nearby.js'
import { type Attempt, attemptOn, type Divergence, doubtOf, unmetOf, withoutKeys } from '../attempt.js'
import { createExecutor, type Executor, type Work } from '../executor.js'
import { explore } from '../explore.js'
import type { ExecutableSubject } from '../subject.js'
import type { TokenContent } from '../token.js'
import { createJudge, type Judge, sameFailure } from '../verdicts.js'
import { isOwnRace } from './own-race.js'
import type { RaceFile } from './race-file.js'
import { SCHEDULES_NEARBY } from './schedules-nearby.js'

export type ReplayOutcome = 'fails' | 'passes now' | 'diverged'

/** A token, or a race file, which knows besides what failure it is of and what its policy came to. */
export type Replayable = TokenContent & Partial<Pick<RaceFile, 'verdict' | 'byIndex' | 'explanation' | 'known'>>

/** What found the failure again. */
export type HeldBy = 'key' | 'index' | 'search'

export interface RaceReplay {
  /** `passes now`: neither the schedule nor any near it fails. `diverged`: nothing can be said, since nothing of it is left. */
  readonly outcome: ReplayOutcome
  /** `null` unless it fails. */
  readonly heldBy: HeldBy | null
  /** Schedules that the search around it took; 0 where there was none. */
  readonly schedules: number
  /** Recorded: of the failure, else of the schedule by key. */
  readonly execution: Execution
  readonly verdicts: readonly Verdict[]
  /** The failure that the file is of, or any of a token; another one where only that is there; `null` unless it fails. */
  readonly verdict: Verdict | null
  /** It fails in the way that the file says: by the same oracle and symptom. A token says nothing of that. */
  readonly isSame: boolean
  /**
   * It is the race that the file calls known: an order of its own was followed as it was recorded, or it fails in that way by the order
   * of the same two lines. Where the file knows of none: as `isSame`.
   */
  readonly isOwn: boolean
  /** What was followed. */
  readonly policy: Policy
  /** What did not fit by key; `null` where everything did. */
  readonly divergence: Divergence | null
}

export interface RaceReplayOptions {
  readonly runtime: Runtime
  /** Schedules that are tried around the recorded one at most, where that does not fail. Default 200; 0: none. */
  readonly schedules?: number
  /** Steps that these may take in all; the first is taken whatever it costs. Default 500,000. */
  readonly steps?: number
  /** Places are tried where keys are not met. Default true. */
  readonly bySteps?: boolean
  /** Searches around a schedule that fits and passes, too. Default true: an edit may have made it harmless and left the race. */
  readonly evenIfItFits?: boolean
  /** One calm execution is discarded first: lazy initialisation. Default true. */
  readonly warmUp?: boolean
  readonly signal?: AbortSignal | undefined
}

const STEPS_NEARBY = 500_000

/**
 * Rejects only with what the runtime rejects with. Deterministic in a fresh process: the search is bounded by schedules and steps, never
 * by time, and its seed is that of the policy.
 */
export const replayRace = async (
  subject: ExecutableSubject,
  race: Replayable,
  options: RaceReplayOptions,
): Promise<RaceReplay> => {
  const executor = createExecutor(subject, options.runtime)
  const work = executor.work(race.workload)
  const place: Place = { subject, executor, work, judge: createJudge(subject.oracles), race }
  if (options.warmUp !== false) await executor.run(work, calm, false)
  const byKey = await tried(place, race.policy)
  if (byKey.isSame)
    return { ...failing(byKey, 'key', 0), isOwn: isTelling(race, byKey) || (await isKnownOne(place, byKey, options)) }
  const { divergence } = byKey
  const indexed = options.bySteps === false || isSettled(race, byKey) ? null : indexedPolicy(race)
  const byIndex = indexed === null ? null : { ...(await tried(place, indexed)), divergence }
  if (byIndex?.isSame === true) return { ...failing(byIndex, 'index', 0), isOwn: await isKnownOne(place, byIndex, options) }
  const { evenIfItFits = true, schedules: most = SCHEDULES_NEARBY } = options
  const isLooked = most > 0 && (divergence !== null || byKey.fails || evenIfItFits)
  const { hit, schedules } = isLooked ? await searched(place, indexed, { ...options, schedules: most }) : NOTHING
  if (hit?.isSame === true) {
    return { ...failing({ ...hit, divergence }, 'search', schedules), isOwn: await isKnownOne(place, hit, options) }
  }
  // Another failure than the recorded one counts where that is not found: the nearest one.
  if (byKey.fails) return failing(byKey, 'key', schedules)
  if (byIndex?.fails === true) return failing(byIndex, 'index', schedules)
  if (hit !== null) return failing({ ...hit, divergence }, 'search', schedules)
  return passing(place, byKey, { schedules, isCut: isLooked && options.signal?.aborted === true })
}

interface Place {
  readonly subject: ExecutableSubject
  readonly executor: Executor
  readonly work: Work
  readonly judge: Judge
  readonly race: Replayable
}

interface Tried extends Attempt {
  readonly policy: Policy
  readonly fails: boolean
  readonly isSame: boolean
  /** The failure of the file where it is there, else the one that leads. */
  readonly verdict: Verdict | null
  readonly divergence: Divergence | null
}

const tried = async ({ executor, work, judge, race }: Place, policy: Policy): Promise<Tried> => {
  const attempt = await attemptOn(executor, work, { policy, judge })
  const own = ownOf(race, attempt.verdicts)
  return {
    ...attempt,
    policy,
    fails: attempt.outcome === 'fail',
    isSame: own !== undefined,
    verdict: own ?? attempt.verdicts.find(({ outcome }) => outcome === 'fail') ?? null,
    divergence: unmetOf(attempt.execution),
  }
}

/** An order of its own was followed as it was recorded, and came to the same: no other race is looked for behind it. */
const isTelling = ({ policy }: Replayable, { divergence }: Tried): boolean => policy.deviations.length > 0 && divergence === null

/** Two races may fail in one way; where the file calls its own known, it is asked which of them it is. */
const isKnownOne = async (
  { race, ...place }: Place,
  { execution, verdict }: Tried,
  { signal }: RaceReplayOptions,
): Promise<boolean> => race.known === undefined || isOwnRace({ ...place, execution, verdict: verdict as Verdict, race, signal })

const ownOf = ({ verdict }: Replayable, verdicts: readonly Verdict[]): Verdict | undefined =>
  verdict === undefined
    ? verdicts.find(({ outcome }) => outcome === 'fail')
    : sameFailure({ ...verdict, outcome: 'fail' } as Verdict, verdicts)

/** A token that fits has said all that it knows; a race file knows what failure is missing. */
const isSettled = ({ verdict }: Replayable, { divergence }: Tried): boolean => verdict === undefined && divergence === null

const failing = (attempt: Tried, heldBy: HeldBy, schedules: number): RaceReplay => ({
  ...resultOf(attempt, schedules),
  outcome: 'fails',
  heldBy,
})

interface Looked {
  readonly schedules: number
  /** The search around it was interrupted. */
  readonly isCut: boolean
}

const INTERRUPTED: Divergence = { found: 'an interrupt', expected: 'the whole search around what was recorded' }

/** A pass says something as long as the workload can be done and was, under the same rules, and something of the schedule is still there. */
const passing = (place: Place, attempt: Tried, { schedules, isCut }: Looked): RaceReplay => {
  const { subject, executor, race } = place
  const doubt =
    (isCut ? INTERRUPTED : null) ??
    doubtOf(attempt, { subject, token: race, executor }) ??
    (isForeign(race.policy, attempt.execution) ? attempt.divergence : null)
  const unsearched = schedules === 0 ? attempt.divergence : null
  const divergence = unsearched ?? doubt
  return {
    ...resultOf(attempt, schedules),
    outcome: divergence === null ? 'passes now' : 'diverged',
    heldBy: null,
    divergence: divergence ?? attempt.divergence,
  }
}

const resultOf = ({ execution, verdicts, verdict, isSame, policy, divergence }: Tried, schedules: number) => ({
  execution,
  verdicts,
  verdict,
  isSame,
  isOwn: isSame,
  policy,
  divergence,
  schedules,
})

/** Nobody whom the changes name does anything any more. */
const isForeign = ({ deviations }: Policy, { steps }: Execution): boolean => {
  const named = deviations.flatMap((change) => keyParts(isHold(change) ? change.hold : change.at)?.actor ?? [])
  return named.length > 0 && !steps.some(({ actor }) => named.includes(actor))
}

/** By place alone: what the file says of it, or the places of its deviations. `null` where it needs none, or knows none. */
const indexedPolicy = ({ policy, byIndex }: Replayable): Policy | null => {
  if (byIndex !== undefined) return followSteps(byIndex)
  return policy.deviations.every(isHold) ? null : withoutKeys(policy)
}

interface Found {
  readonly hit: Tried | null
  readonly schedules: number
}

const NOTHING: Found = { hit: null, schedules: 0 }

const searched = async (place: Place, byIndex: Policy | null, options: RaceReplayOptions): Promise<Found> => {
  const { executor, work, judge, race } = place
  const { schedules: most = SCHEDULES_NEARBY, steps: mostSteps = STEPS_NEARBY, signal } = options
  let [schedules, steps] = [0, 0]
  let same: Policy | null = null
  let other: Policy | null = null
  await explore(executor, work, {
    strategy: nearby({ policy: race.policy, byIndex }),
    seed: race.policy.seed,
    // The first is the recorded one once more, for its tasks.
    most: most + 1,
    mayGoOn: () => steps < mostSteps && signal?.aborted !== true,
    seen: (execution, policy) => {
      if (policy !== race.policy) schedules++
      steps += execution.stats.steps
      const verdicts = judge.notPassing(execution)
      if (ownOf(race, verdicts) !== undefined) same = policy
      else if (other === null && verdicts.some(({ outcome }) => outcome === 'fail')) other = policy
      return same !== null
    },
  })
  const policy = same ?? other
  return { hit: policy === null ? null : await tried(place, policy), schedules }
}
