// Finding the session of a key, in the table or else in the store, and deleting it: who deletes one is alone, who loads one is not.
import { type Cache, loadSession } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

export { remove } from './fixed.js'

/** Runs `use` on the session of `key`, in the step in which it is found. Two may load it; the first who is done puts it into the table. */
export const withSession = async <T>(cache: Cache, key: string, use: (session: Session) => T): Promise<T> => {
  const known = cache.sessions.get(key)
  if (known !== undefined) return use(known)
  const loaded = await loadSession(cache, key)
  const session = cache.sessions.get(key) ?? loaded
  cache.sessions.set(key, session)
  return use(session)
}
