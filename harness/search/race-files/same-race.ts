// Whether two race files are of one race: the same scenario or test, the same oracle, and the same two lines whose order decides.
import { calm } from '../../core/policy.js'
import type { RaceEnd, RaceFile } from './race-file.js'

/**
 * Variant, symptom and id of the race are compared as well. The lines are compared by what stands on them: their numbers move with every
 * edit. A file that names lines and one that names none are never of one race; where neither does, they are where the same operations
 * come to the same end, and either both need an order of their own or neither does. In doubt they are two: a race that is told twice is
 * seen, and one that passes for another is not. Files of a test may have been written from another folder.
 */
export const isSameRace = (a: RaceFile, b: RaceFile): boolean =>
  placeless(a.id) === placeless(b.id) &&
  a.variant === b.variant &&
  a.race === b.race &&
  a.verdict.oracle === b.verdict.oracle &&
  a.verdict.symptom === b.verdict.symptom &&
  (namesLines(a) || namesLines(b) ? isSamePair(a, b) : tracesOf(a) === tracesOf(b))

/** Whether it is known which two lines make it. */
export const namesLines = ({ explanation }: RaceFile): boolean => explanation?.pair != null

const isSamePair = ({ explanation: a }: RaceFile, { explanation: b }: RaceFile): boolean =>
  a?.pair != null && b?.pair != null && isSameEnd(a.pair[0], b.pair[0]) && isSameEnd(a.pair[1], b.pair[1])

/** What tells races apart that name no lines, as one text: no name of a caller's and no token is in the operations, whoever does them. */
const tracesOf = ({ workload, policy, end }: RaceFile): string => {
  const operations = workload.callers.map((caller) => JSON.stringify(caller.operations.map(({ op }) => op))).sort()
  return JSON.stringify([operations, end?.kind, [...(end?.waiting ?? [])].sort(), needsOrder(policy)])
}

const needsOrder = ({ pick, deviations }: RaceFile['policy']): boolean => pick !== calm.pick || deviations.length > 0

const isSameEnd = (a: RaceEnd, b: RaceEnd): boolean =>
  a.code !== undefined && b.code !== undefined ? a.code === b.code : a.at === b.at

/** `test/rpc/client.test.ts > keeps answers apart` without the folders: the race file lies beside its test. */
export const placeless = (id: string): string => {
  const at = id.indexOf(TEST_OF)
  if (at < 0) return id
  const file = id.slice(0, at)
  return `${file.slice(file.lastIndexOf('/') + 1)}${id.slice(at)}`
}

/** Between the file of a test and its name. */
export const TEST_OF = ' > '
