// Saving sessions: one of them, or all that are in the table.
import type { Cache } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

/** One message after the other. Nobody reads what is unsaved while somebody changes it. */
export const save = async ({ saves, rows }: Cache, session: Session): Promise<void> => {
  const texts = await saves.alone(session.id, () => [...session.unsaved])
  for (const text of texts) await rows.append(session.id, text)
  await saves.alone(session.id, () => {
    session.unsaved.length = 0
  })
}

/** Those that are in the table now: what comes later is somebody else's. */
export const flushAll = async (cache: Cache): Promise<readonly string[]> => {
  const flushed: string[] = []
  for (const session of [...cache.sessions.values()]) {
    await save(cache, session)
    flushed.push(session.key)
  }
  return flushed
}
