// The race files of this repository, and the subjects that they are of. `npm run races` writes those of scenarios that are new.
import '../../../harness/register.js'
import { basename, join } from 'node:path'
import type { Prepared } from '../../../harness/cli/child/prepare.js'
import type { AnyScenario } from '../../../harness/core/scenario.js'
import {
  type RaceFile,
  type RaceReplay,
  type RaceReplayOptions,
  readRaces,
  replayRace,
} from '../../../harness/search/race-files/index.js'
import { ROOT } from '../../support/crosswire.js'
import { preparedOf } from '../../support/prepared.js'
import { isAbsent, scenarios } from '../../support/scenarios.js'

export interface RegisteredRace {
  /** Without `.json`. */
  readonly name: string
  readonly race: RaceFile
  readonly variant: string
  readonly scenario: AnyScenario
}

const all: readonly RegisteredRace[] = readRaces(join(ROOT, 'test/races')).map(({ path, race }) => {
  const scenario = scenarios.find(({ name }) => name === race.id)
  if (scenario === undefined || race.variant === undefined) throw new Error(`${path} is of no scenario of the registry`)
  return { name: basename(path, '.json'), race, variant: race.variant, scenario }
})

/** Without those that need an interpreter which is not there. */
export const registeredRaces = all.filter(({ scenario }) => !isAbsent(scenario))

export type Replayed = Pick<Prepared, 'subject' | 'runtime'>

export const subjectOf = ({ scenario, variant }: Pick<RegisteredRace, 'scenario' | 'variant'>): Promise<Replayed> =>
  preparedOf(scenario, variant)

export const replayed = (
  { subject, runtime }: Replayed,
  race: RaceFile,
  options: Partial<RaceReplayOptions> = {},
): Promise<RaceReplay> => replayRace(subject, race, { runtime, ...options })
