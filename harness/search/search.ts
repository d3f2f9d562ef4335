// The search: draws workloads, explores each under many schedules, and makes the first failure small and certain.
import type { SearchReport } from '../core/report.js'
import { createHunt } from './hunt.js'
import type { SearchOptions } from './options.js'
import { reportOf } from './report.js'
import type { SearchSubject } from './subject.js'

/**
 * Rejects with a `HarnessError` where nothing can be said about the subject: what the runtime refuses by name,
 * `STATE_LEAKED_BETWEEN_EXECUTIONS` (canary, or a finding that cannot be had again), `NOT_DETERMINISTIC`, `BAD_OPTION` (`race`).
 * A failing subject is a report.
 */
export const search = async (subject: SearchSubject, options: SearchOptions): Promise<SearchReport> => {
  const hunt = createHunt(subject, options)
  return reportOf(hunt, await hunt.run())
}
