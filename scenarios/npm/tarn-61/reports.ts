// Reports from a database, for those who may see them: who has waited too long has gone.
import type { Database } from './database.js'

export interface Reports {
  /** Rejects where the report has not come within `patienceMs`. */
  show(name: string, patienceMs: number): Promise<unknown>
}

/** `authorise` asks whether somebody may see a report, which takes a while. */
export const createReports = (database: Database, authorise: (name: string) => Promise<unknown>): Reports => ({
  async show(name, patienceMs) {
    const gone = new AbortController()
    const timer = setTimeout(() => gone.abort(), patienceMs)
    try {
      await authorise(name)
      return await database.query(name, gone.signal)
    } finally {
      clearTimeout(timer)
    }
  },
})
