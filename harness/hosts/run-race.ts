// One race as the test that it is: it says what it has explored, or throws.
import type { SearchReport } from '../core/report.js'
import type { Raced } from './explore-race.js'
import { knownIn } from './guards.js'
import { RaceError } from './race-error.js'

export interface Declared {
  /** Stack of the declaration. */
  readonly declaredAt: string
  /** It passes where the race fails, and only there. Default false. */
  readonly fails?: boolean
}

/** What a race that passes has to say. Throws a `RaceError` where it fails, or nothing can be said of it. */
export const judged = (raced: Raced, { declaredAt, fails = false }: Declared): string =>
  fails ? failing(raced, declaredAt) : passing(raced, declaredAt)

const passing = ({ report, text }: Raced, declaredAt: string): string => {
  if (report.outcome === 'pass' && report.stopped !== 'interrupted') return text
  const known = knownIn(report)
  if (known.length > 0) return known.join('; ')
  throw new RaceError(text, { execution: report.counterexamples[0]?.execution ?? null, declaredAt })
}

/** Where nothing can be said of a race, or it was ended early, it has not failed either. */
const failing = ({ report, text }: Raced, declaredAt: string): string => {
  if (report.outcome === 'fail') return `fails as expected: ${headline(report)}`
  const why =
    report.outcome === 'pass' && report.stopped !== 'interrupted' ? `it was expected to fail, and does not: ${text}` : text
  throw new RaceError(why, { execution: null, declaredAt })
}

const headline = ({ counterexamples: [counterexample] }: SearchReport): string => {
  const { oracle = '', message = '' } = counterexample?.verdict ?? {}
  return `${message.split('\n')[0]} (${oracle})`
}
