// Makes the schedule of a failure small: as tasks that were slow, or as deviations, whichever is simpler.
import type { Execution } from '../../core/execution.js'
import { calmerData } from './calmer-data.js'
import { moved } from './moved.js'
import { oneInPlace } from './one-in-place.js'
import { type Candidate, drive, firstFailing, type Pass, type Trial } from './pass.js'
import { isSimpler } from './simplicity.js'
import { slowTasks } from './slow-tasks.js'
import { swapped } from './swapped.js'
import { withoutSome } from './without-some.js'

const FEWER: readonly Pass[] = [withoutSome]
/** The cheapest first. */
const SIMPLER: readonly Pass[] = [withoutSome, calmerData, oneInPlace, moved, swapped]

/**
 * The simplest changes found that still fail (see `simplicity.ts` for what is simpler); `recorded` is the failing execution. Holds are
 * tried first, because most failures come of one slow task. `null` where not even its own deviations, followed by key, fail.
 */
export const shrinkSchedule = async (recorded: Execution, trial: Trial): Promise<Candidate | null> => {
  const calm = await trial.failing([])
  if (calm !== null) return []
  const slow = await firstFailing(slowTasks(recorded), trial)
  const held = slow === null ? null : await drive(slow, FEWER, trial)
  const all = held !== null && held.changes.length === 1 ? null : await trial.failing(recorded.deviations)
  const fewest = all === null ? null : await drive(all, FEWER, trial)
  const start = held === null ? fewest : fewest !== null && isSimpler(fewest.measures, held.measures) ? fewest : held
  return start === null ? null : (await drive(start, SIMPLER, trial)).changes
}
