// Saving sessions: one of them, or all that are in the table.
import type { Cache } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

/** What is unsaved of a session is taken out before it is sent: whoever comes meanwhile finds nothing that is being saved. */
const take = ({ id, key, unsaved }: Session) => ({ id, key, texts: unsaved.splice(0) })

/** One message after the other. */
const send = async ({ rows }: Cache, { id, texts }: ReturnType<typeof take>): Promise<void> => {
  for (const text of texts) await rows.append(id, text)
}

export const save = (cache: Cache, session: Session): Promise<void> => send(cache, take(session))

/** Those that are in the table now: what comes later is somebody else's. */
export const flushAll = async (cache: Cache): Promise<readonly string[]> => {
  const flushed: string[] = []
  for (const taken of [...cache.sessions.values()].map(take)) {
    await send(cache, taken)
    flushed.push(taken.key)
  }
  return flushed
}
