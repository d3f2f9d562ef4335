// Deleting the session of a key: from the table, from what the writer still has to do, and from the store.
import type { Cache } from '../session-cache/cache.js'

export { withSession } from '../cache-get-or-create/one-lock.js'

/** Whoever uses the table meanwhile waits; whoever saves the session is waited for, and has nothing left to save. */
export const remove = ({ locks, saves, sessions, aliases, rows }: Cache, key: string): Promise<void> =>
  locks.alone('table', () => {
    const id = aliases.get(key) ?? key
    const session = sessions.get(key)
    sessions.delete(key)
    return saves.alone(id, async () => {
      if (session !== undefined) {
        session.gone = true
        session.unsaved.length = 0
      }
      await rows.remove(id)
    })
  })
