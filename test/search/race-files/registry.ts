// The race files of this repository, and the subjects that they are of. `npm run races` writes those of scenarios that are new.
import '../../../harness/register.js'
import { basename, join } from 'node:path'
import { scenarioSubject } from '../../../harness/cli/child/scenario-subject.js'
import type { AnyScenario } from '../../../harness/core/scenario.js'
import { createNodeRuntime } from '../../../harness/runtimes/node/index.js'
import type { SearchSubject } from '../../../harness/search/index.js'
import {
  type RaceFile,
  type RaceReplay,
  type RaceReplayOptions,
  readRaces,
  replayRace,
} from '../../../harness/search/race-files/index.js'
import { ROOT } from '../../support/crosswire.js'
import { scenarios } from '../../support/scenarios.js'

export const runtime = createNodeRuntime()

export interface RegisteredRace {
  /** Without `.json`. */
  readonly name: string
  readonly race: RaceFile
  readonly variant: string
  readonly scenario: AnyScenario
}

export const registeredRaces: readonly RegisteredRace[] = readRaces(join(ROOT, 'test/races')).map(({ path, race }) => {
  const scenario = scenarios.find(({ name }) => name === race.id)
  if (scenario === undefined || race.variant === undefined) throw new Error(`${path} is of no scenario of the registry`)
  return { name: basename(path, '.json'), race, variant: race.variant, scenario }
})

export const subjectOf = ({ scenario, variant }: RegisteredRace): Promise<SearchSubject> => scenarioSubject(scenario, variant)

export const replayed = (subject: SearchSubject, race: RaceFile, options: Partial<RaceReplayOptions> = {}): Promise<RaceReplay> =>
  replayRace(subject, race, { runtime, ...options })
