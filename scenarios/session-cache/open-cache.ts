// The session cache, put together: sessions are loaded when they are asked for, and written behind.

import { remove } from '../cache-delete/fixed.js'
import { flushAll, save } from '../cache-flush/fixed.js'
import { withSession } from '../cache-get-or-create/fixed.js'
import { newSession } from '../cache-new-session/fixed.js'
import { createLocks } from '../support/locks.js'
import type { Cache, Parts } from './cache.js'
import { openRows } from './rows.js'
import type { Session } from './session.js'
import { createWriter } from './writer.js'

export interface SessionCache {
  /** The session of a key. */
  open(key: string): Promise<Session>
  /** Adds a message to the session of a key. It is stored a moment later. */
  say(key: string, text: string): Promise<void>
  newSession(key: string): Promise<Session>
  flushAll(): Promise<readonly string[]>
  remove(key: string): Promise<void>
  /** The live sessions. */
  list(): readonly Session[]
  /** Settles once everything that was said is stored. */
  drained(): Promise<void>
  /** What the store holds, by id of the session. */
  stored(): Promise<Readonly<Record<string, readonly string[]>>>
  close(): void
}

const PARTS: Parts = { withSession, newSession, save, flushAll, remove }

/** `parts`: those that differ from the ordinary ones. */
export const openCache = ({ path }: { readonly path: string }, parts: Partial<Parts> = {}): SessionCache => {
  const does = { ...PARTS, ...parts }
  const cache: Cache = {
    rows: openRows(path),
    locks: createLocks(),
    saves: createLocks(),
    writer: createWriter((session) => does.save(cache, session)),
    sessions: new Map(),
    aliases: new Map(),
  }
  return {
    open: (key) => does.withSession(cache, key, (session) => session),
    say: (key, text) =>
      does.withSession(cache, key, (session) => {
        session.messages.push(text)
        session.unsaved.push(text)
        cache.writer.put(session)
      }),
    newSession: (key) => does.newSession(cache, key),
    flushAll: () => does.flushAll(cache),
    remove: (key) => does.remove(cache, key),
    list: () => [...cache.sessions.values()],
    drained: () => cache.writer.drained(),
    stored: () => cache.rows.all(),
    close: () => cache.rows.close(),
  }
}
