// Which failure a search is after: any, the one that a scenario expects, or one race of its list.
import { HarnessError } from '../core/errors.js'
import type { RaceId } from '../core/scenario.js'
import type { Verdict } from '../core/verdict.js'

export interface Wanted {
  /** Among failing verdicts the one that ends the search and leads its report; `undefined`: none does. */
  among(failures: readonly Verdict[]): Verdict | undefined
  /** Id of the race that a verdict shows, `null` where it fits none. */
  raceOf(verdict: Verdict): string | null
}

export interface WantedOptions {
  readonly expect?: string | undefined
  readonly races?: readonly RaceId[] | undefined
  /** Id of the only race that counts. */
  readonly race?: string | undefined
}

export const createWanted = ({ expect, races = [], race }: WantedOptions): Wanted => {
  if (race !== undefined && !races.some(({ id }) => id === race)) {
    const expected = races.map(({ id }) => id).join(', ')
    throw new HarnessError('BAD_OPTION', `the scenario has no race \`${race}\``, {
      expected: expected === '' ? 'it lists none' : expected,
    })
  }
  const raceOf = ({ oracle, symptom }: Verdict): string | null => {
    const fitting = races.filter((each) => each.oracle === oracle && (each.symptom === undefined || each.symptom === symptom))
    return (fitting.find((each) => each.symptom !== undefined) ?? fitting[0])?.id ?? null
  }
  const isWanted = (verdict: Verdict): boolean => {
    if (race !== undefined) return raceOf(verdict) === race
    return expect === undefined || expect === 'pass' || verdict.oracle === expect
  }
  return { among: (failures) => failures.find(isWanted), raceOf }
}
