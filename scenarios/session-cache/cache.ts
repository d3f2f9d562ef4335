// What the parts of the session cache share, and what each of them does.
import type { Locks } from '../support/locks.js'
import type { Rows } from './rows.js'
import { createSession, type Session } from './session.js'
import type { Writer } from './writer.js'

export interface Cache {
  readonly rows: Rows
  /** By key. */
  readonly locks: Locks
  /** By id: who saves a session. */
  readonly saves: Locks
  readonly writer: Writer
  /** The live sessions, by key. */
  readonly sessions: Map<string, Session>
  /** Which id a key stands for, where it is not the key itself. */
  readonly aliases: Map<string, string>
}

/** Everything in which an order matters. */
export interface Parts {
  /** Finds the session of a key, or loads it, or makes one; runs `use` on it at once. */
  readonly withSession: <T>(cache: Cache, key: string, use: (session: Session) => T) => Promise<T>
  /** Begins a new session under a key; what the old one had is saved. */
  readonly newSession: (cache: Cache, key: string) => Promise<Session>
  /** Saves what is unsaved of one session. */
  readonly save: (cache: Cache, session: Session) => Promise<void>
  /** Saves every session that is in the table now; gives their keys. */
  readonly flushAll: (cache: Cache) => Promise<readonly string[]>
  /** Deletes the session of a key, from the table and from the store. */
  readonly remove: (cache: Cache, key: string) => Promise<void>
}

/** From the store, or fresh where the store has none. */
export const loadSession = async ({ rows, aliases }: Cache, key: string): Promise<Session> => {
  const id = aliases.get(key) ?? key
  const messages = await rows.load(id)
  if (messages === null) await rows.create(id)
  return createSession(key, id, messages ?? [])
}
