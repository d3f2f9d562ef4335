// The test that a race is, in the worker that searches. It is loaded when the first race runs: a fresh thread, which executes only,
// does without.
import { relative } from 'node:path'
import type { TestContext } from 'vitest'
import { isHarnessError } from '../../core/errors.js'
import { exploreRace, type Raced } from '../explore-race.js'
import { fromFolder } from '../from-folder.js'
import { racesBeside } from '../guards.js'
import { refusedAt } from '../race-error.js'
import { RACE_TIMEOUT_MS, type RaceOptions } from '../race-settings.js'
import { type Declared, judged } from '../run-race.js'
import { guard } from '../watchdog.js'
import { freshThreads } from './fresh/fresh-threads.js'
import { prepareLastWords } from './last-words.js'
import type { Tries } from './one-try.js'
import { fullNameOf, rerunLine } from './rerun-line.js'
import type { StartOfRun } from './start-of-run.js'
import { tellIfLast } from './told.js'
import { workerState } from './worker-state.js'

export interface RaceOfTest extends Declared {
  readonly name: string
  readonly tries: Tries
  readonly options: RaceOptions
  readonly start: StartOfRun
}

/** Explores the race and says what came of it. Rejects with what its test shows where it fails, or cannot be run. */
export const exploreTest = async (context: TestContext, race: RaceOfTest): Promise<void> => {
  const { task, annotate } = context
  try {
    const raced = await explore(context, race)
    race.tries.conclude()
    const says = judged(raced, race)
    if (race.fails !== true) task.meta.crosswire = { schedules: raced.report.executions }
    await annotate(says, 'crosswire')
  } catch (error) {
    throw isHarnessError(error) ? refusedAt(race.declaredAt, error) : error
  } finally {
    tellIfLast(task, fromFolder(workerState().config.root, task.file.filepath))
  }
}

const explore = ({ task, signal }: TestContext, { name, tries, options, start }: RaceOfTest): Promise<Raced> => {
  const { config } = workerState()
  const file = task.file.filepath
  const fullName = fullNameOf(task)
  const fresh = freshThreads(task)
  const race = { id: `${relative(config.root, file)} > ${fullName}`, name, races: racesBeside(file), body: tries.body, options }
  const means = {
    env: process.env,
    signal,
    timeoutMs: options.timeout ?? RACE_TIMEOUT_MS,
    replayCommand: (token: string) => rerunLine(token, { file, fullName, project: config.name ?? '' }, start.place),
    fresh,
  }
  prepareLastWords()
  return guard(() => exploreRace(race, means), start.parentPid === null ? {} : { parentPid: start.parentPid })
}
