// The document that `--json` prints for the real world: rates in the place of reports of searches. Format 1.
import type { Comparison, RateReport } from '../../core/rate-report.js'
import type { JsonContext, JsonDocument } from '../json.js'
import { plainData } from '../plain-data.js'

/** `reports` are `RateReport`s, or `Comparison`s. Data of the subject that JSON cannot carry is told as `plainData` does. */
export const rateDocument = (
  reports: readonly (RateReport | Comparison)[],
  { versions, exitCode }: JsonContext,
): JsonDocument => ({ format: 1, versions, exitCode, reports: reports.map(plainData) })
