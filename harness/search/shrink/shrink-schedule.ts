// Makes the schedule of a failure small: as tasks that were slow, or as deviations, whichever is simpler.
import type { Execution } from '../../core/execution.js'
import { calmerData } from './calmer-data.js'
import { moved } from './moved.js'
import { oneInPlace } from './one-in-place.js'
import { type Candidate, drive, type Failing, firstFailing, limited, type Pass, shown, type Trial } from './pass.js'
import { compare } from './simplicity.js'
import { slowTasks } from './slow-tasks.js'
import { swapped } from './swapped.js'
import { withoutSome } from './without-some.js'

const FEWER: readonly Pass[] = [withoutSome]
/** The cheapest first. */
const SIMPLER: readonly Pass[] = [withoutSome, calmerData, oneInPlace, moved, swapped]
/** Executions that making a short list simpler may take, each time. */
const SIMPLER_AT_MOST = 400

/**
 * The simplest changes found that still fail (see `simplicity.ts` for what is simpler); `recorded` is the failing execution. Holds are
 * tried first, because most failures come of one slow task. `null` where not even its own deviations, followed by key, fail.
 */
export const shrinkSchedule = async (recorded: Execution, trial: Trial): Promise<Candidate | null> => {
  if ((await trial.failing([])) !== null) return []
  const slow = await firstFailing(slowTasks(recorded), trial)
  const held = slow === null ? null : await simpler(await drive(slow, FEWER, trial), trial)
  if (held !== null && held.changes.length === 1) return writtenOf(held, trial)
  const all = await trial.failing(recorded.deviations)
  const few = all === null ? null : await drive(all, FEWER, trial)
  if (held !== null && (few === null || compare(few.measures, held.measures) >= 0)) return writtenOf(held, trial)
  return few === null ? null : writtenOf(await simpler(few, trial), trial)
}

/** Of few changes: only then is each of the passes worth its price. */
const simpler = (few: Failing, trial: Trial): Promise<Failing> => drive(few, SIMPLER, limited(trial, SIMPLER_AT_MOST))

const writtenOf = async ({ changes }: Failing, trial: Trial): Promise<Candidate> =>
  (await shown(changes, trial))?.changes ?? changes
