// Finding the session of a key: in the table, or else in the store.
import { type Cache, loadSession } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

/** Runs `use` on the session of `key`, in the step in which it is found. */
export const withSession = async <T>(cache: Cache, key: string, use: (session: Session) => T): Promise<T> => {
  const known = cache.sessions.get(key)
  if (known !== undefined) return use(known)
  const session = await loadSession(cache, key)
  cache.sessions.set(key, session)
  return use(session)
}
