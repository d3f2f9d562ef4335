// Beginning a new session under a key: what the old one had is saved, and the key stands for the new one from then on.
import type { Cache } from '../session-cache/cache.js'
import { createSession, type Session } from '../session-cache/session.js'

/** Whoever asks for the key meanwhile waits for the new session. */
export const newSession = (cache: Cache, key: string): Promise<Session> =>
  cache.locks.alone(key, async () => {
    const { rows, sessions, aliases, writer } = cache
    const old = sessions.get(key)
    if (old !== undefined) {
      sessions.delete(key)
      old.gone = true
      writer.put(old)
    }
    const session = createSession(key, `${key}:${Math.floor(Date.now() / 1000)}`)
    await rows.create(session.id)
    aliases.set(key, session.id)
    sessions.set(key, session)
    return session
  })
