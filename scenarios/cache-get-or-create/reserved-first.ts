// Finding the session of a key: in the table, or else in the store.
import { type Cache, loadSession } from '../session-cache/cache.js'
import { createSession, type Session } from '../session-cache/session.js'

/** Runs `use` on the session of `key`. A place in the table is taken before the store is asked, so that nobody loads it twice. */
export const withSession = async <T>(cache: Cache, key: string, use: (session: Session) => T): Promise<T> => {
  const known = cache.sessions.get(key)
  if (known !== undefined) return use(known)
  const session = createSession(key, cache.aliases.get(key) ?? key)
  cache.sessions.set(key, session)
  const { messages } = await loadSession(cache, key)
  session.messages.unshift(...messages)
  return use(session)
}
