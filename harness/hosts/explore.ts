// What `explore` does: a race without a test host around it, for a script, or a runner that crosswire has no host for.
import '../register.js'
import { resolve } from 'node:path'
import { checkRaceOptions } from '../config/index.js'
import { HarnessError } from '../core/errors.js'
import type { SearchReport } from '../core/report.js'
import { current } from '../runtimes/node/kernel/current.js'
import { turn } from '../runtimes/node/kernel/drain.js'
import { placeIn } from '../runtimes/node/kernel/frames.js'
import { exploreRace } from './explore-race.js'
import { AT_LEISURE } from './in-turn.js'
import type { RaceOptions } from './race-settings.js'
import type { RaceBody } from './race-subject.js'
import { sameLine } from './rerun.js'
import { guard } from './watchdog.js'

export interface ExploreOptions extends Omit<RaceOptions, 'timeout'> {
  /** For a person, and in tokens. Default: the place that calls `explore`. */
  readonly name?: string
  /**
   * Folder of its race files, seen from the working directory: they are replayed first, and what is found is written there where
   * `CROSSWIRE_SAVE=1` or the config says so. Default: it has none.
   */
  readonly raceFiles?: string
  /** Ends the search; the report is about what was explored until then (`stopped: 'interrupted'`). */
  readonly signal?: AbortSignal
  /** The line that repeats it under a token. Default: the command line of this process, with `CROSSWIRE_REPLAY`. */
  readonly replayCommand?: (token: string) => string
}

/** Plain data. */
export interface Explored extends SearchReport {
  /** A failure with its timeline and the line that replays it; why nothing can be said; or what a pass is worth. */
  readonly text: string
}

/** `calledAt`: a stack of whoever calls. */
export const exploreBody = async (body: RaceBody, options: ExploreOptions, calledAt: string): Promise<Explored> => {
  assertCallable(body)
  if (typeof options !== 'object' || options === null) checkRaceOptions(options)
  const { name: given, signal = AT_LEISURE.signal, replayCommand = sameLine, raceFiles, ...raceOptions } = options
  if (raceFiles !== undefined) assertFolder(raceFiles)
  const place = placeIn(calledAt) ?? ''
  const file = place.replace(/:\d+$/, '')
  const [id, name] = given === undefined ? [`${file} > ${nth(file)}`, place] : [`${file} > ${given}`, given]
  const races = raceFiles === undefined ? undefined : resolve(raceFiles)
  const race = { id, name, races, body, options: raceOptions }
  const { report, text } = await guard(() => exploreRace(race, { env: process.env, signal, replayCommand }))
  // Whoever waited goes on in a macrotask of its own: nothing of ours is in the stacks of what it throws.
  await turn()
  return { ...report, text }
}

const counts = new Map<string, number>()

/** Explorations without a name are told apart by their order: lines move with every edit. */
const nth = (file: string): number => {
  const count = (counts.get(file) ?? 0) + 1
  counts.set(file, count)
  return count
}

const assertFolder = (folder: unknown): void => {
  if (typeof folder === 'string' && folder !== '') return
  throw new HarnessError('BAD_OPTION', 'the option `raceFiles` of explore is no folder', {
    found: typeof folder === 'string' ? 'an empty name' : typeof folder,
    expected: "raceFiles: 'races'",
  })
}

const assertCallable = (body: unknown): void => {
  if (typeof body !== 'function') {
    throw new HarnessError('BAD_OPTION', 'explore was given no function', {
      found: typeof body,
      expected: 'explore(async ({ together }) => { ... }, { budget: 500 })',
    })
  }
  if (current() !== null) {
    throw new HarnessError('NOT_IN_A_RACE', 'explore was called inside an execution, which would wait for itself', {
      usually: 'the body of a race, or of another exploration, calls it',
      remedy: 'call it outside: one exploration after the other',
    })
  }
}
