// What the cache scenarios have in common: how callers use the cache, and what is seen of it at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Execution, HistoryEvent, Operation, Surroundings } from '../../harness/index.js'
import { addressOf } from '../support/address.js'
import type { Parts } from './cache.js'
import { openCache, type SessionCache } from './open-cache.js'
import type { Session } from './session.js'

/** Most are about one key, so that they meet. */
const KEYS = ['home', 'home', 'home', 'work'] as const
export const keyBy = (draw: number): string => KEYS[draw % KEYS.length] ?? 'home'

/** A session that a caller was given: which object it is, and by which operation. */
export interface Sighting {
  readonly key: string
  readonly object: number
  readonly token: string
  /** Neither deleted nor replaced. */
  readonly live: boolean
}

/** What is seen once all callers have settled and everything is written. */
export interface Seen {
  readonly sightings: readonly Sighting[]
  readonly table: readonly Omit<Sighting, 'token'>[]
  /** Of the live sessions. */
  readonly ids: readonly string[]
  /** Messages of the live sessions, by key. */
  readonly messages: Readonly<Record<string, readonly string[]>>
  /** Messages of the store, by id. */
  readonly rows: Readonly<Record<string, readonly string[]>>
}

export interface Scene {
  readonly cache: SessionCache
  readonly given: { readonly session: Session; readonly token: string }[]
}

export const openScene = (parts: Partial<Parts>, { dispatcher }: Surroundings): Scene => ({
  cache: openCache(addressOf(dispatcher), parts),
  given: [],
})

interface Input {
  readonly key?: string
  readonly text?: string
  /** How long whoever does it hesitates first. Default: not at all. */
  readonly afterMs?: number
}

export const perform = async ({ cache, given }: Scene, { op, token, input }: Operation): Promise<unknown> => {
  const { key = '', text = '', afterMs = 0 } = input as Input
  const shown = (session: Session): { readonly session: string; readonly messages: readonly string[] } => {
    given.push({ session, token })
    return { session: session.id, messages: [...session.messages] }
  }
  if (afterMs > 0) await sleep(afterMs)
  switch (op) {
    case 'open':
      return shown(await cache.open(key))
    case 'say':
      return cache.say(key, text)
    case 'new':
      return shown(await cache.newSession(key))
    case 'flush':
      return cache.flushAll()
    case 'delete':
      return cache.remove(key)
    default:
      throw new TypeError(`no operation of a session cache: ${op}`)
  }
}

export const observe = async ({ cache, given }: Scene): Promise<Seen> => {
  await cache.drained()
  const live = cache.list()
  const objects = new Map<Session, number>()
  const numberOf = (session: Session): number => {
    const number = objects.get(session) ?? objects.size + 1
    objects.set(session, number)
    return number
  }
  const facts = (session: Session) => ({ key: session.key, object: numberOf(session), live: !session.gone })
  return {
    sightings: given.map(({ session, token }) => ({ ...facts(session), token })),
    table: live.map(facts),
    ids: live.map(({ id }) => id),
    messages: Object.fromEntries(live.map(({ key, messages }) => [key, [...messages]])),
    rows: await cache.stored(),
  }
}

export const close = ({ cache }: Scene): void => cache.close()

/** Absent where the execution never came to its end. */
export const seenIn = ({ observed }: Execution): Seen | null => (observed as Seen | undefined) ?? null

/** A key, by what a caller asks for or by the session that a request is about: `home:2` is on `home`. */
export const keyOf = ({ input }: Pick<HistoryEvent, 'input'>): string | null => {
  const { key, session } = (input ?? {}) as { readonly key?: string; readonly session?: string }
  return key ?? session?.split(':')[0] ?? null
}
