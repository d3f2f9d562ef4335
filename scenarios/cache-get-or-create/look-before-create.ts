// Finding the session of a key: in the table, or else in the store.
import type { Cache } from '../session-cache/cache.js'
import { createSession, type Session } from '../session-cache/session.js'

/** Runs `use` on the session of `key`, in the step in which it is found. Two may load it; whoever comes second finds the first one's. */
export const withSession = async <T>(cache: Cache, key: string, use: (session: Session) => T): Promise<T> => {
  const { rows, sessions, aliases } = cache
  const known = sessions.get(key)
  if (known !== undefined) return use(known)
  const id = aliases.get(key) ?? key
  const messages = await rows.load(id)
  const meanwhile = sessions.get(key)
  if (meanwhile !== undefined) return use(meanwhile)
  if (messages === null) await rows.create(id)
  const session = createSession(key, id, messages ?? [])
  sessions.set(key, session)
  return use(session)
}
