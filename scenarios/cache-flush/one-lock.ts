// Saving sessions: one of them, or all that are in the table.

import { remove as removeSession } from '../cache-delete/fixed.js'
import type { Cache } from '../session-cache/cache.js'
import { save } from './fixed.js'

export { withSession } from '../cache-get-or-create/one-lock.js'
export { newSession } from '../cache-new-session/one-lock.js'
export { save }

/** Nobody else has the table meanwhile. */
export const remove = (cache: Cache, key: string): Promise<void> => cache.locks.alone('table', () => removeSession(cache, key))

/** All that are in the table, which stays as it is until they are saved. */
export const flushAll = (cache: Cache): Promise<readonly string[]> =>
  cache.locks.alone('table', async () => {
    const flushed: string[] = []
    for (const session of cache.sessions.values()) {
      await save(cache, session)
      flushed.push(session.key)
    }
    return flushed
  })
