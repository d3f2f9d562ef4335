// The failure that is followed while everything around it shrinks: the same oracle, the same symptom, the same race.
import type { Execution } from '../core/execution.js'
import type { Verdict } from '../core/verdict.js'
import { sameFailure } from './verdicts.js'

export interface Target {
  readonly verdict: Verdict
  /** Id of the race that it shows, `null` where it fits none. */
  readonly race: string | null
  /** The verdict of the same failure among those on `execution`; others are kept apart. */
  find(verdicts: readonly Verdict[], execution: Execution): Verdict | undefined
}

export type RaceOf = (verdict: Verdict, execution: Execution) => string | null

export const createTarget = (verdict: Verdict, race: string | null, raceOf: RaceOf): Target => ({
  verdict,
  race,
  find: (verdicts, other) => {
    const same = sameFailure(verdict, verdicts)
    return same !== undefined && raceOf(same, other) === race ? same : undefined
  },
})
