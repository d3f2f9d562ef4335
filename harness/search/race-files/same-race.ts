// Whether two race files are of one race: the same scenario or test, the same oracle, and the same two lines whose order decides.
import { posix } from 'node:path'
import { calm } from '../../core/policy.js'
import type { RaceEnd, RaceFile } from './race-file.js'

/**
 * The same for all files of one race. Variant, symptom and id of the race are compared as well as the oracle. Lines are told by the
 * name of their file and by what stands on them, and where that stands more than once, by the how many-th it is: their numbers move with
 * every edit. A file that names lines and one that names none are never of one race; where neither does, they are where the same operations
 * come to the same end, and either both need an order of their own or neither does. In doubt they are two: a race that is told twice is
 * seen, and one that passes for another is not. Files of a test may have been written from another folder.
 */
const raceKey = (race: RaceFile): string =>
  JSON.stringify([
    ...[placeless(race.id), race.variant, race.race, race.verdict.oracle, race.verdict.symptom],
    linesOf(race.explanation) ?? tracesOf(race),
  ])

export const isSameRace = (a: RaceFile, b: RaceFile): boolean => raceKey(a) === raceKey(b)

/** Whether it is known which two lines make it. */
export const namesLines = ({ explanation }: RaceFile): boolean => linesOf(explanation) !== null

/** The two lines that make a race, wherever they have moved, as one text; `null` where they are not known. */
export const linesOf = (explanation: RaceFile['explanation'] | null): string | null =>
  explanation?.pair == null ? null : JSON.stringify(explanation.pair.map(lineOf))

const lineOf = ({ at, code, nth = 1 }: RaceEnd): readonly (string | number)[] =>
  code === undefined ? [at] : [posix.basename(at).replace(/:\d+$/, ''), code, nth]

/** What tells races apart that name no lines, as one text: no name of a caller's and no token is in the operations, whoever does them. */
const tracesOf = ({ workload, policy, end }: RaceFile): string => {
  const operations = workload.callers.map((caller) => JSON.stringify(caller.operations.map(({ op }) => op))).sort()
  return JSON.stringify([operations, end?.kind, [...(end?.waiting ?? [])].sort(), needsOrder(policy)])
}

const needsOrder = ({ pick, deviations }: RaceFile['policy']): boolean => pick !== calm.pick || deviations.length > 0

/** `test/rpc/client.test.ts > keeps answers apart` without the folders: the race file lies beside its test. */
export const placeless = (id: string): string => {
  const at = id.indexOf(TEST_OF)
  if (at < 0) return id
  const file = id.slice(0, at)
  return `${file.slice(file.lastIndexOf('/') + 1)}${id.slice(at)}`
}

/** Between the file of a test and its name. */
export const TEST_OF = ' > '
