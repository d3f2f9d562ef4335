// Saving sessions: one of them, or all that are in the table.
import type { Cache } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

/** One message after the other; whoever comes meanwhile waits, and finds nothing left. */
export const save = ({ saves, rows }: Cache, session: Session): Promise<void> =>
  saves.alone(session.id, async () => {
    for (const text of [...session.unsaved]) await rows.append(session.id, text)
    session.unsaved.length = 0
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
