// Whose race a file is of: a scenario that comes with crosswire, one of the user's own, or a test, which replays its races itself.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import { jsonFilesIn, parseRaceFile, readRaceFile, type StoredRace, TEST_OF } from '../../search/race-files/index.js'
import { problemOf } from '../child/problem.js'
import type { Target } from '../messages.js'
import { knownNames } from '../registry.js'
import type { RaceOfTarget } from './replay-files.js'

/** What comes on stdin. */
const STDIN = '-'

/** Whether an argument of `replay` is race files rather than a token: a folder, a file of JSON, or stdin. */
export const isOfRaces = (argument: string, cwd: string): boolean => {
  if (/^cw\d+\./.test(argument) || argument.trim() === '') return false
  return argument === STDIN || /\.json$|[\\/]$/.test(argument) || isFolder(resolve(cwd, argument))
}

/** All of the folders and files. Throws `BAD_RACE_FILE`, `TOKEN_TOO_NEW`, and `BAD_OPTION` where there is none at all. */
export const racesIn = (args: readonly string[], cwd: string): StoredRace[] => {
  const isFile = (argument: string): boolean => argument !== STDIN
  const paths = args
    .filter(isFile)
    .map((argument) => resolve(cwd, argument))
    .flatMap((path) => (isFolder(path) ? jsonFilesIn(path) : [path]))
  const given = args.every(isFile) ? [] : [{ path: join(cwd, STDIN), race: parseRaceFile(readFileSync(0, 'utf8'), 'stdin') }]
  if (paths.length + given.length > 0) return [...given, ...[...new Set(paths)].map(readRaceFile)]
  throw new HarnessError('BAD_OPTION', `there is no race file in ${args.join(', ')}`, {
    expected: 'a folder with files of JSON, as `crosswire run --save` writes them',
  })
}

/** Relative to the working directory. */
export const shownPath = (path: string, cwd: string): string => {
  const shown = relative(cwd, path)
  return shown === STDIN ? 'stdin' : shown
}

/** Links that lead in a circle are none; reading them as a file says so. */
const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

/** `scenario`: the file that was named for those whose own file is not known or not there. */
export const withTargets = async (
  races: readonly StoredRace[],
  { scenario, cwd }: { readonly scenario: Target | null; readonly cwd: string },
): Promise<RaceOfTarget[]> => {
  const names = new Set(await knownNames())
  return races.map((stored) => {
    try {
      return { stored, target: targetOf(stored, { scenario, names, cwd }), problem: null }
    } catch (error) {
      return { stored, target: null, problem: problemOf(error) }
    }
  })
}

interface Places {
  readonly scenario: Target | null
  readonly names: ReadonlySet<string>
  readonly cwd: string
}

const targetOf = ({ path, race }: StoredRace, { scenario, names, cwd }: Places): Target => {
  if (race.id.includes(TEST_OF)) throw ofTest(path, race.id, cwd)
  if (race.file === undefined && names.has(race.id)) return { registered: race.id }
  const file = race.file === undefined ? null : resolve(dirname(path), race.file)
  if (file !== null && isFile(file)) return { file }
  if (scenario !== null) return scenario
  throw new HarnessError('UNKNOWN_SCENARIO', `${relative(cwd, path)} is of \`${race.id}\`, which is not found`, {
    found: file === null ? 'no scenario of that name' : `no file ${relative(cwd, file)}`,
    remedy: 'name its file: npx crosswire replay RACES ./my.scenario.ts',
  })
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const ofTest = (path: string, id: string, cwd: string): HarnessError =>
  new HarnessError('UNKNOWN_SCENARIO', `${relative(cwd, path)} is of a test, which replays it whenever it runs`, {
    found: id,
    remedy: 'run the test',
  })
