// Deleting the session of a key: from the table, and from the store.
import type { Cache } from '../session-cache/cache.js'

/** Nobody uses the table, or what is unsaved, while the session is taken out; nobody saves while it is removed. */
export const remove = async ({ locks, saves, sessions, aliases, rows }: Cache, key: string): Promise<void> => {
  await locks.alone(key, () => {
    const session = sessions.get(key)
    if (session !== undefined) session.gone = true
    sessions.delete(key)
  })
  const id = aliases.get(key) ?? key
  await saves.alone(id, () => rows.remove(id))
}
