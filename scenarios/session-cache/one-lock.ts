// Finding the session of a key with one lock for the whole table, held while a session is loaded: what the half-fixes with one lock share.
import { type Cache, loadSession } from './cache.js'
import type { Session } from './session.js'

/** Runs `work` alone: nothing else touches the table until it is over. */
export const aloneInTable = <T>({ locks }: Cache, work: () => Promise<T>): Promise<T> => locks.alone('table', work)

export const withSession = <T>(cache: Cache, key: string, use: (session: Session) => T): Promise<T> =>
  aloneInTable(cache, async () => {
    const known = cache.sessions.get(key)
    if (known !== undefined) return use(known)
    const session = await loadSession(cache, key)
    cache.sessions.set(key, session)
    return use(session)
  })
