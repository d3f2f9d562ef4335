// Where a run keeps its races, and what it says of that.
import { join, relative, resolve } from 'node:path'
import { createKeeper, jsonFilesIn, readRaceFile, type StoredRace } from '../../search/race-files/index.js'
import { problemOf } from '../child/problem.js'
import type { Context } from '../commands/context.js'
import type { Row } from '../exit-code.js'
import { checkTarget } from '../reports/targets.js'

/** Where race files lie unless somebody says otherwise. */
export const USUAL_FOLDER = 'races'

/**
 * Returns what makes of a row one with what is known of its races, which are written where they are new; it never throws. `save`: as the
 * setting says. The folder that it names is read, else the usual one. Throws `BAD_OPTION` where nothing can be written there,
 * `BAD_RACE_FILE` and `TOKEN_TOO_NEW`; where nobody has named the folder, what is no race file is somebody else's.
 */
export const createRaceKeeper = (save: boolean | string, { cwd, versions, terminal }: Context): ((row: Row) => Row) => {
  const folder = resolve(cwd, typeof save === 'string' ? save : USUAL_FOLDER)
  if (save !== false) checkTarget('--save', join(folder, 'race.json'))
  const stored = save === false ? racesAmong(jsonFilesIn(folder)) : jsonFilesIn(folder).map(readRaceFile)
  const keeper = createKeeper({ folder, stored, cwd, versions: { ...versions } })
  return (row) => {
    const scenarioFile = 'file' in row.target ? row.target.file : null
    const { report, saved, problem } = keeper.keep(row.report, { save: save !== false, scenarioFile })
    for (const { path, isNew } of saved) terminal.err(`${isNew ? 'saved' : 'saved before'}: ${relative(cwd, path)}`)
    return { ...row, report, problem: row.problem ?? (problem === null ? null : problemOf(problem)) }
  }
}

const racesAmong = (paths: readonly string[]): StoredRace[] =>
  paths.flatMap((path) => {
    try {
      return [readRaceFile(path)]
    } catch {
      return []
    }
  })
