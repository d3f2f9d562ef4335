// Saving sessions: one of them, or all that are in the table.
import type { Cache } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

/** One message after the other, each once; whoever comes meanwhile waits, and saves what is left. What is said later is somebody else's. */
export const save = (cache: Cache, session: Session): Promise<void> =>
  cache.saves.alone(session.id, async () => {
    for (const text of [...session.unsaved]) {
      await cache.rows.append(session.id, text)
      session.unsaved.shift()
    }
    // The one that was saved last stands last, and would be the last to be dropped.
    cache.sessions.delete(session.key)
    cache.sessions.set(session.key, session)
  })

/** Those that are in the table now: what comes later is somebody else's. */
export const flushAll = async (cache: Cache): Promise<readonly string[]> => {
  const flushed: string[] = []
  for (const session of [...cache.sessions.values()]) {
    await save(cache, session)
    flushed.push(session.key)
  }
  return flushed
}
