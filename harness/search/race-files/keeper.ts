// Whoever finds races keeps them by this, a test and the command line alike: what a race file says of one is told with it, and what no file
// knows is written where that is asked for.
import { relative } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import type { Counterexample, KnownRace, SearchReport } from '../../core/report.js'
import { type Saved, type StoredRace, saveRace } from './folder.js'
import { dayOf, knownRace } from './known.js'
import { type RaceFile, raceFileOf } from './race-file.js'
import type { RaceReplay } from './replay-race.js'
import { isSameRace, namesLines } from './same-race.js'

export interface KeeperOptions {
  /** Absolute; made where it is missing and something is written. */
  readonly folder: string
  /** Race files that are there, of whomever the races are that may be found. */
  readonly stored: readonly StoredRace[]
  /** What relative places are seen from. */
  readonly cwd: string
  readonly versions: Readonly<Record<string, string>>
}

/** Of what has failed in the way of its file, without a word on whether it is that race, it is taken that it is. */
export type Shown = Pick<RaceReplay, 'outcome' | 'isSame'> & Partial<Pick<RaceReplay, 'isOwn'>>

export interface Keeper {
  /** Takes what a replay of one of the files has shown into account. Returns what the file says of the race, if it is there and known. */
  replayed(stored: StoredRace, result: Shown): KnownRace | null
  /** Never throws. */
  keep(report: SearchReport, how: KeepOptions): Kept
}

export interface KeepOptions {
  /** What is found anew is written. */
  readonly save: boolean
  /** Absolute; of a user's own scenario. */
  readonly scenarioFile?: string | null
}

export interface Kept {
  /** With what is known of its races. */
  readonly report: SearchReport
  /** Files of its races, as far as they were to be written and could be. */
  readonly saved: readonly Saved[]
  /** What kept one from being written: what was found is told all the same. */
  readonly problem: HarnessError | null
}

/** A race that is known stands in the report as long as the day of today says. */
export const createKeeper = ({ folder, stored, cwd, versions }: KeeperOptions): Keeper => {
  const today = dayOf(new Date())
  // A race that comes back in another way than a file knows is a new one to that file.
  const gone = new Set<StoredRace>()
  const again = new Set<StoredRace>()
  const there = [...stored]
  const isKnownBy = (other: StoredRace, race: RaceFile): boolean =>
    other.race.known !== undefined && isSameRace(other.race, race) && (tellsItself(race) || again.has(other))
  const standing = ({ path, race: { known } }: StoredRace): KnownRace | null =>
    known === undefined ? null : knownRace(known, relative(cwd, path), today)

  const write = (race: RaceFile): Saved => {
    const saved = saveRace(
      folder,
      race,
      there.filter((other) => !gone.has(other)),
    )
    if (saved.isNew) there.push(saved)
    return saved
  }
  const keepOne = (counterexample: Counterexample, scenarioFile: string | null) => {
    const race = raceFileOf(counterexample, { folder, cwd, scenarioFile, versions })
    const same = there.find((other) => isKnownBy(other, race))
    const known = same === undefined ? null : standing(same)
    return { race, counterexample: known === null ? counterexample : { ...counterexample, known } }
  }
  return {
    replayed(each, { outcome, isSame, isOwn = isSame }) {
      if (outcome !== 'fails') gone.add(each)
      if (isOwn) again.add(each)
      return isOwn ? standing(each) : null
    },
    keep(report, { save, scenarioFile = null }) {
      const saved: Saved[] = []
      let problem: HarnessError | null = null
      const counterexamples = report.counterexamples.map((found) => {
        let told = found
        try {
          const { race, counterexample } = keepOne(found, scenarioFile)
          told = counterexample
          if (save) saved.push(write(race))
        } catch (error) {
          problem ??= notWritten(folder, error)
        }
        return told
      })
      return { report: { ...report, counterexamples }, saved, problem }
    },
  }
}

/** By lines, or by what its callers did; else it says little, and only one that has just failed as it did before is certain to be still there. */
const tellsItself = (race: RaceFile): boolean => namesLines(race) || race.workload.callers.length > 0

const notWritten = (folder: string, error: unknown): HarnessError =>
  new HarnessError('REPORT_NOT_WRITTEN', `a race could not be saved in ${folder}`, { found: (error as Error).message })
