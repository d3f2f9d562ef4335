// Deleting the session of a key: from the store, and then from the table.
import type { Cache } from '../session-cache/cache.js'

/** What is still to be saved of it is forgotten once it is deleted. */
export const remove = async ({ sessions, aliases, rows }: Cache, key: string): Promise<void> => {
  await rows.remove(aliases.get(key) ?? key)
  const session = sessions.get(key)
  if (session === undefined) return
  session.gone = true
  session.unsaved.length = 0
  sessions.delete(key)
}
