// The document that `--json` prints: format 1, everything that the other reporters draw from, and nothing that they do not.
import type { Counterexample, SearchReport } from '../core/report.js'
import type { DocumentOf, Finished } from './finished.js'
import { plainData } from './plain-data.js'

export interface Versions {
  readonly crosswire: string
  /** Of Node: `20.20.2`. */
  readonly node: string
}

export interface JsonContext {
  readonly versions: Versions
  readonly exitCode: number
}

/** Format 1 of the document. A reader keeps fields that it does not know and refuses a newer format by name. */
export interface JsonDocument {
  readonly format: 1
  readonly versions: Versions
  readonly exitCode: number
  readonly reports: readonly unknown[]
}

/**
 * A report is a `SearchReport`; each of its counterexamples has an `execution` of `{ format, token, end, steps, history, leftovers,
 * verdicts, deviations, escapes, model, versions, ... }`. Data of the subject that JSON cannot carry is told as `plainData` does.
 */
export const jsonDocument = (reports: readonly SearchReport[], { versions, exitCode }: JsonContext): JsonDocument => ({
  format: 1,
  versions,
  exitCode,
  reports: reports.map((report) =>
    plainData({
      ...report,
      counterexamples: report.counterexamples.map((counterexample) => withWholeExecution(counterexample, versions)),
    }),
  ),
})

/** The execution can be read by itself: what a report says of it stands in it. */
const withWholeExecution = (counterexample: Counterexample, versions: Versions): unknown => {
  const { execution, token, verdicts } = counterexample
  return { ...counterexample, execution: { ...execution, token, verdicts, versions } }
}

/** The same with what kept searches from their ends. */
export const json: DocumentOf = (results, { versions, exitCode }) => {
  const document = jsonDocument(
    results.map(({ report }) => report),
    { versions, exitCode },
  )
  return `${JSON.stringify({ ...document, errors: results.flatMap(errorOf) }, null, 2)}\n`
}

const errorOf = ({ report: { scenario, variant }, problem }: Finished): unknown[] =>
  problem === null ? [] : [{ scenario, variant, code: problem.code, text: problem.text }]
