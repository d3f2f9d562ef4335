// Finding the session of a key: in the table, or else in the store; and beginning or deleting one, which whoever loads it has to know.
import { remove as removeSession } from '../cache-delete/fixed.js'
import { newSession as beginSession } from '../cache-new-session/fixed.js'
import { type Cache, loadSession } from '../session-cache/cache.js'
import type { Session } from '../session-cache/session.js'

/** How often sessions were begun or deleted, by cache and key. */
const changes = new WeakMap<Cache, Map<string, number>>()

const changesOf = (cache: Cache, key: string): number => changes.get(cache)?.get(key) ?? 0

/** Whoever loads the session meanwhile has loaded what is no longer. */
const changing = (cache: Cache, key: string): void => {
  const counts = changes.get(cache) ?? new Map<string, number>()
  changes.set(cache, counts.set(key, changesOf(cache, key) + 1))
}

/**
 * Runs `use` on the session of `key`, in the step in which it is found. Two may load it; the first who is done puts it into the table.
 * What was loaded while the session was begun anew or deleted is loaded again.
 */
export const withSession = async <T>(cache: Cache, key: string, use: (session: Session) => T): Promise<T> => {
  for (;;) {
    const known = cache.sessions.get(key)
    if (known !== undefined) return use(known)
    const before = changesOf(cache, key)
    await cache.locks.alone(key, () => {}) // whoever begins or deletes one is waited for, whoever loads one is not
    const loaded = await loadSession(cache, key)
    const session = cache.sessions.get(key) ?? loaded
    if (session === loaded && changesOf(cache, key) !== before) continue
    cache.sessions.set(key, session)
    return use(session)
  }
}

export const newSession = (cache: Cache, key: string): Promise<Session> => {
  changing(cache, key)
  return beginSession(cache, key)
}

export const remove = (cache: Cache, key: string): Promise<void> => {
  changing(cache, key)
  return removeSession(cache, key)
}
