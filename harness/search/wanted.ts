// Which failure a search is after: any, the one that a scenario expects, or one race of its list.
import { HarnessError } from '../core/errors.js'
import type { Execution } from '../core/execution.js'
import type { RaceId } from '../core/scenario.js'
import type { Verdict } from '../core/verdict.js'
import type { RaceOf } from './target.js'

export interface Wanted {
  /** Among failing verdicts the one that ends the search and leads its report; `undefined`: none does. */
  among(failures: readonly Verdict[], execution: Execution): Verdict | undefined
  /** Id of the first race of the list that fits; `null` where none does. */
  readonly raceOf: RaceOf
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
  const raceOf: RaceOf = (verdict, execution) => {
    const { oracle, symptom } = verdict
    const fits = (each: RaceId): boolean =>
      each.oracle === oracle &&
      (each.symptom === undefined || each.symptom === symptom) &&
      (each.shows === undefined || each.shows(verdict, execution))
    return races.find(fits)?.id ?? null
  }
  const isWanted = (verdict: Verdict, execution: Execution): boolean => {
    if (race !== undefined) return raceOf(verdict, execution) === race
    return expect === undefined || expect === 'pass' || verdict.oracle === expect
  }
  return { among: (failures, execution) => failures.find((verdict) => isWanted(verdict, execution)), raceOf }
}
