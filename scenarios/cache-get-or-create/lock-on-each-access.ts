// Finding the session of a key: in the table, or else in the store.
import { type Cache, loadSession } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

/** Runs `use` on the session of `key`, in the step in which it is found. Nobody reads the table while somebody writes it. */
export const withSession = async <T>(cache: Cache, key: string, use: (session: Session) => T): Promise<T> => {
  const { locks, sessions } = cache
  const known = await locks.alone('table', () => sessions.get(key))
  if (known !== undefined) return use(known)
  const session = await loadSession(cache, key)
  await locks.alone('table', () => sessions.set(key, session))
  return use(session)
}
