// Beginning a new session under a key: what the old one had is saved, and the key stands for the new one from then on.
import { randomUUID } from 'node:crypto'
import type { Cache } from '../session-cache/cache.js'
import { createSession, type Session } from '../session-cache/session.js'

/** Nobody uses the table while it is changed. */
export const newSession = async (cache: Cache, key: string): Promise<Session> => {
  const { rows, locks, sessions, aliases, writer } = cache
  await locks.alone(key, () => {
    const old = sessions.get(key)
    if (old === undefined) return
    sessions.delete(key)
    old.gone = true
    writer.put(old)
  })
  const session = createSession(key, `${key}:${randomUUID().slice(0, 8)}`)
  await rows.create(session.id)
  await locks.alone(key, () => {
    aliases.set(key, session.id)
    sessions.set(key, session)
  })
  return session
}
