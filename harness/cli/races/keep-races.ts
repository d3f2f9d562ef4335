// What a run has to do with race files: what it finds again is known to them, and what it finds anew is written where that is asked for.
import { join, relative, resolve } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import type { Counterexample } from '../../core/report.js'
import {
  dayOf,
  isSameRace,
  jsonFilesIn,
  knownRace,
  type RaceFile,
  raceFileOf,
  readRaceFile,
  type StoredRace,
  saveRace,
} from '../../search/race-files/index.js'
import { problemOf } from '../child/problem.js'
import type { Context } from '../commands/context.js'
import type { Row } from '../exit-code.js'
import { checkTarget } from '../reports/targets.js'

/** Where race files lie unless somebody says otherwise. */
export const USUAL_FOLDER = 'races'

export interface RaceKeeper {
  /** The row with what is known of its races, which are written where they are new. Never throws: what kept one from being written is in the row. */
  keep(row: Row): Row
}

/**
 * `save`: as the setting says. The folder that it names is read, else the usual one. Throws `BAD_OPTION` where nothing can be written there,
 * `BAD_RACE_FILE` and `TOKEN_TOO_NEW`; where nobody has named the folder, what is no race file is somebody else's.
 */
export const createRaceKeeper = (save: boolean | string, context: Context): RaceKeeper => {
  const { cwd, versions } = context
  const folder = resolve(cwd, typeof save === 'string' ? save : USUAL_FOLDER)
  if (save !== false) checkTarget('--save', join(folder, 'race.json'))
  const stored = save === false ? racesAmong(jsonFilesIn(folder)) : jsonFilesIn(folder).map(readRaceFile)
  const today = dayOf(new Date())
  const kept = (counterexample: Counterexample, { target }: Row): Counterexample => {
    const scenarioFile = 'file' in target ? target.file : null
    const race = raceFileOf(counterexample, { folder, cwd, scenarioFile, versions: { ...versions } })
    const known = knownAmong(stored, race)
    if (save !== false) write(race, { folder, stored, context })
    if (known?.race.known === undefined) return counterexample
    return { ...counterexample, known: knownRace(known.race.known, relative(cwd, known.path), today) }
  }
  return {
    keep(row) {
      try {
        const counterexamples = row.report.counterexamples.map((each) => kept(each, row))
        return { ...row, report: { ...row.report, counterexamples } }
      } catch (error) {
        return { ...row, problem: row.problem ?? problemOf(notWritten(folder, error)) }
      }
    },
  }
}

interface Place {
  readonly folder: string
  /** Grows. */
  readonly stored: StoredRace[]
  readonly context: Context
}

const write = (race: RaceFile, { folder, stored, context: { cwd, terminal } }: Place): void => {
  const saved = saveRace(folder, race, stored)
  if (saved.isNew) stored.push(saved)
  terminal.err(`${saved.isNew ? 'saved' : 'saved before'}: ${relative(cwd, saved.path)}`)
}

/** What was found is told all the same. */
const notWritten = (folder: string, error: unknown): HarnessError =>
  new HarnessError('REPORT_NOT_WRITTEN', `a race could not be saved in ${folder}`, { found: (error as Error).message })

const knownAmong = (stored: readonly StoredRace[], race: RaceFile): StoredRace | undefined =>
  stored.find((other) => other.race.known !== undefined && isSameRace(other.race, race))

const racesAmong = (paths: readonly string[]): StoredRace[] =>
  paths.flatMap((path) => {
    try {
      return [readRaceFile(path)]
    } catch {
      return []
    }
  })
