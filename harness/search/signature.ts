// What makes two counterexamples of one search the same race.
import type { Counterexample } from '../core/report.js'
import { explanationOf } from './race-files/race-file.js'
import { linesOf } from './race-files/same-race.js'

/** The oracle and the pair of lines, as race files tell them apart, or whatever else is known where lines are not. */
export const signatureOf = ({ verdict, race, explanation, execution }: Counterexample): string => {
  const here = { folder: process.cwd(), cwd: process.cwd() }
  const lines = explanation === undefined ? null : linesOf(explanationOf(explanation, here))
  return JSON.stringify([verdict.oracle, ...(lines === null ? [verdict.symptom, race, execution.end.kind] : [lines])])
}
