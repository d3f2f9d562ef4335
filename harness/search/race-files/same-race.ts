// Whether two race files are of one race: the same scenario or test, the same oracle, and the same two lines whose order decides.
import type { RaceEnd, RaceFile } from './race-file.js'

/**
 * Variant, symptom and id of the race are compared as well. The lines are compared where both files have them, by what stands on them:
 * their numbers move with every edit. Files of a test may have been written from another folder.
 */
export const isSameRace = (a: RaceFile, b: RaceFile): boolean =>
  placeless(a.id) === placeless(b.id) &&
  a.variant === b.variant &&
  a.race === b.race &&
  a.verdict.oracle === b.verdict.oracle &&
  a.verdict.symptom === b.verdict.symptom &&
  isSamePair(a, b)

const isSamePair = ({ explanation: a }: RaceFile, { explanation: b }: RaceFile): boolean =>
  a?.pair == null || b?.pair == null || (isSameEnd(a.pair[0], b.pair[0]) && isSameEnd(a.pair[1], b.pair[1]))

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
