// `explore`: the engine behind the main door. It is loaded when it is first called, since every scenario file imports that door too.
import type { Explored, ExploreOptions } from './hosts/explore.js'
import type { RaceBody } from './hosts/race-subject.js'

export type { Explored, ExploreOptions, RaceBody }

/**
 * Runs `body` under many schedules, as a race of a test host does, and resolves with the report of the search, whatever it comes to:
 * `outcome` is `pass`, `fail` or `unknown`, `text` says it to a person. Default budget: 200 executions.
 *
 * Rejects with a `HarnessError` for what is no statement about the subject: `BAD_OPTION`, `NOT_IN_A_RACE`, `REPLAY_DIVERGED`, and whatever
 * a runtime refuses by name (`FAKE_TIMERS_ACTIVE`, `REAL_IO_ESCAPED`, ...). The same seed gives the same report but for its times. Where the code
 * under test takes its timers when it is loaded, `crosswire/register` has to be loaded before it.
 */
export const explore = async (body: RaceBody, options: ExploreOptions = {}): Promise<Explored> => {
  const calledAt = new Error('explore').stack ?? ''
  const { exploreBody } = await import('./hosts/explore.js')
  return exploreBody(body, options, calledAt)
}
