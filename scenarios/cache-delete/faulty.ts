// Deleting the session of a key: from the table, and from the store.
import type { Cache } from '../session-cache/cache.js'

/** Whoever asks for the key meanwhile waits, and begins anew. */
export const remove = ({ locks, sessions, aliases, rows }: Cache, key: string): Promise<void> =>
  locks.alone(key, async () => {
    const session = sessions.get(key)
    if (session !== undefined) session.gone = true
    sessions.delete(key)
    await rows.remove(aliases.get(key) ?? key)
  })
