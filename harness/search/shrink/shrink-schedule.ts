// Makes the schedule of a failure small: as tasks that were slow, or as deviations, whichever is fewer.
import type { Execution } from '../../core/execution.js'
import { type Candidate, drive, firstThatFails, type Pass, type Trial } from './pass.js'
import { slowTasks } from './slow-tasks.js'
import { withoutSome } from './without-some.js'

const PASSES: readonly Pass[] = [withoutSome]

/**
 * The fewest changes found that still fail; `recorded` is the failing execution. Holds are tried first, and kept where there are
 * no fewer deviations: "this task was slow" says more. `null` where not even its own deviations, followed by key, fail.
 */
export const shrinkSchedule = async (recorded: Execution, trial: Trial): Promise<Candidate | null> => {
  if (await trial.fails([])) return []
  const slow = await firstThatFails(slowTasks(recorded), trial)
  const held = slow === null ? null : await drive(slow, PASSES, trial)
  if (held !== null && held.length === 1) return held
  const all = recorded.deviations
  if (all.length === 0 || !(await trial.fails(all))) return held
  const fewest = await drive(all, PASSES, trial)
  return held !== null && held.length <= fewest.length ? held : fewest
}
