// Beginning a new session under a key: what the old one had is saved, and the key stands for the new one from then on.
import { randomUUID } from 'node:crypto'
import type { Cache } from '../session-cache/cache.js'
import { createSession, type Session } from '../session-cache/session.js'

export { withSession } from '../cache-get-or-create/one-lock.js'

/** Whoever uses the table meanwhile waits until the new session stands in it. */
export const newSession = (cache: Cache, key: string): Promise<Session> =>
  cache.locks.alone('table', async () => {
    const { rows, sessions, aliases, writer } = cache
    const old = sessions.get(key)
    if (old !== undefined) {
      sessions.delete(key)
      old.gone = true
      writer.put(old)
    }
    const session = createSession(key, `${key}:${randomUUID().slice(0, 8)}`)
    await rows.create(session.id)
    aliases.set(key, session.id)
    sessions.set(key, session)
    return session
  })
