// `crosswire merge`: one report out of those that several machines have written of their parts of the same searches.
import { mergeParts } from '../merge/merge-parts.js'
import { readParts } from '../merge/read-parts.js'
import type { ReporterOptions } from '../reports/parse-reporters.js'
import { openReports } from '../reports/reports.js'
import type { Context } from './context.js'

/** Returns the exit code that one machine would have ended with. Throws `BAD_REPORT`, `TOKEN_TOO_NEW` or `BAD_OPTION`. */
export const merge = async (files: readonly string[], options: ReporterOptions, context: Context): Promise<number> => {
  const parts = readParts(files, context.cwd)
  const rows = mergeParts(parts)
  const begun = parts.flatMap(({ data }) => data ?? [])[0]
  const variant = begun?.named === true ? begun.subject.variant : undefined
  const reports = await openReports({ ...options, variant, race: begun?.race ?? undefined }, context)
  for (const row of rows) reports.finished(row)
  return reports.end()
}
