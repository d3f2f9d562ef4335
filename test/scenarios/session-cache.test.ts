// The session cache over real sockets: what every variant of it does as long as nobody interferes, and what the repaired one must bear.
import { afterEach, describe, expect, test } from 'vitest'
import * as deleteFaulty from '../../scenarios/cache-delete/faulty.js'
import * as deleteLockOnEachAccess from '../../scenarios/cache-delete/lock-on-each-access.js'
import * as deleteOneLock from '../../scenarios/cache-delete/one-lock.js'
import * as deleteSecondLook from '../../scenarios/cache-delete/second-look.js'
import * as storeFirst from '../../scenarios/cache-delete/store-first.js'
import * as flushFaulty from '../../scenarios/cache-flush/faulty.js'
import * as flushFixed from '../../scenarios/cache-flush/fixed.js'
import * as forgetsAll from '../../scenarios/cache-flush/forgets-all.js'
import * as liveIterator from '../../scenarios/cache-flush/live-iterator.js'
import * as flushLockOnEachAccess from '../../scenarios/cache-flush/lock-on-each-access.js'
import * as flushOneLock from '../../scenarios/cache-flush/one-lock.js'
import * as putsBack from '../../scenarios/cache-flush/puts-back.js'
import * as takenFirst from '../../scenarios/cache-flush/taken-first.js'
import * as getOrCreateFaulty from '../../scenarios/cache-get-or-create/faulty.js'
import * as fixedBySecondLook from '../../scenarios/cache-get-or-create/fixed-by-second-look.js'
import * as lockOnEachAccess from '../../scenarios/cache-get-or-create/lock-on-each-access.js'
import * as lookBeforeCreate from '../../scenarios/cache-get-or-create/look-before-create.js'
import * as oneLock from '../../scenarios/cache-get-or-create/one-lock.js'
import * as reservedFirst from '../../scenarios/cache-get-or-create/reserved-first.js'
import * as newSessionFaulty from '../../scenarios/cache-new-session/faulty.js'
import * as idBySecond from '../../scenarios/cache-new-session/id-by-second.js'
import * as loadUnlocked from '../../scenarios/cache-new-session/load-unlocked.js'
import * as newSessionLockOnEachAccess from '../../scenarios/cache-new-session/lock-on-each-access.js'
import * as newSessionOneLock from '../../scenarios/cache-new-session/one-lock.js'
import * as newSessionSecondLook from '../../scenarios/cache-new-session/second-look.js'
import type { Cache, Parts } from '../../scenarios/session-cache/cache.js'
import { openCache } from '../../scenarios/session-cache/open-cache.js'
import { createSession, type Session } from '../../scenarios/session-cache/session.js'
import { store } from '../../scenarios/session-cache/store.js'
import { createLocks } from '../../scenarios/support/locks.js'
import { startDispatcher } from './support/dispatcher.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const opened = async (parts: Partial<Parts> = {}) => {
  const dispatcher = await startDispatcher('uds', store())
  const cache = openCache(dispatcher.address, parts)
  cleanups.push(dispatcher.close, cache.close)
  const asked = (): string[] => dispatcher.events.filter(({ type }) => type === 'invoke').map(({ op }) => op)
  return { cache, asked }
}

describe.each<readonly [string, Partial<Parts>]>([
  ['the cache', {}],
  ['get-or-create, faulty', getOrCreateFaulty],
  ['get-or-create, lock-on-each-access', lockOnEachAccess],
  ['get-or-create, reserved-first', reservedFirst],
  ['get-or-create, look-before-create', lookBeforeCreate],
  ['get-or-create, one-lock', oneLock],
  ['get-or-create, fixed-by-second-look', fixedBySecondLook],
  ['new-session, faulty', newSessionFaulty],
  ['new-session, lock-on-each-access', newSessionLockOnEachAccess],
  ['new-session, load-unlocked', loadUnlocked],
  ['new-session, second-look', newSessionSecondLook],
  ['new-session, one-lock', newSessionOneLock],
  ['new-session, id-by-second', idBySecond],
  ['delete, faulty', deleteFaulty],
  ['delete, lock-on-each-access', deleteLockOnEachAccess],
  ['delete, store-first', storeFirst],
  ['delete, second-look', deleteSecondLook],
  ['delete, one-lock', deleteOneLock],
  ['flush, faulty', flushFaulty],
  ['flush, lock-on-each-access', flushLockOnEachAccess],
  ['flush, forgets-all', forgetsAll],
  ['flush, taken-first', takenFirst],
  ['flush, puts-back', putsBack],
  ['flush, live-iterator', liveIterator],
  ['flush, one-lock', flushOneLock],
])('%s', (_, parts) => {
  test('one after the other: a session is loaded once, spoken in, flushed, begun anew and deleted', async () => {
    const { cache, asked } = await opened(parts)
    expect((await cache.open('home')).messages).toEqual(['welcome'])
    await cache.say('home', 'one')
    await cache.say('work', 'two')
    expect((await cache.open('home')).messages).toEqual(['welcome', 'one'])
    // The writer may have begun already, on a slow machine.
    expect(asked().filter((op) => op !== 'append')).toEqual(['load', 'load', 'create'])
    expect(await cache.flushAll()).toEqual(['home', 'work'])
    expect(await cache.stored()).toEqual({ home: ['welcome', 'one'], work: ['two'] })
    const { id, messages } = await cache.newSession('work')
    expect(messages).toEqual([])
    await cache.say('work', 'three')
    await cache.drained()
    expect(await cache.stored()).toEqual({ home: ['welcome', 'one'], work: ['two'], [id]: ['three'] })
    await cache.remove('home')
    expect(cache.list().map(({ key }) => key)).toEqual(['work'])
    await cache.drained()
    expect(await cache.stored()).toEqual({ work: ['two'], [id]: ['three'] })
  })
})

/** In which the row of `home` is there until it is removed, and whoever has asked for it is answered when the test says so. */
const heldCache = () => {
  const rows = new Map([['home', ['welcome']]])
  const held: (() => void)[] = []
  const nothing = async () => {}
  const load = (id: string) => {
    const answer = rows.get(id) ?? null
    return new Promise<readonly string[] | null>((resolve) => held.push(() => resolve(answer)))
  }
  const cache: Cache = {
    rows: {
      load,
      create: nothing,
      append: nothing,
      remove: async (id) => void rows.delete(id),
      all: async () => ({}),
      close() {},
    },
    locks: createLocks(),
    saves: createLocks(),
    writer: { put() {}, drained: nothing },
    sessions: new Map(),
    aliases: new Map(),
  }
  const answered = async (): Promise<void> => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const answer of held.splice(0)) answer()
  }
  return { cache, answered }
}

test.each([
  ['fixed-by-second-look', fixedBySecondLook, []],
  ['second-look', deleteSecondLook, ['welcome']],
] as const)('%s: a load that was under way when its session was deleted', async (_, { withSession, remove }, found) => {
  const { cache, answered } = heldCache()
  const opening = withSession(cache, 'home', ({ messages }) => messages)
  await new Promise(setImmediate)
  await remove(cache, 'home')
  await answered()
  if (found.length === 0) await answered()
  expect(await opening).toEqual(found)
})

test('ten callers at once on two keys have two sessions, and what they say is stored once', async () => {
  const { cache } = await opened()
  const texts = Array.from({ length: 10 }, (_, i) => `text ${i}`)
  await Promise.all(texts.map((text, i) => cache.say(i % 2 === 0 ? 'home' : 'work', text)))
  await Promise.all([cache.flushAll(), cache.flushAll(), cache.drained()])
  const { home = [], work = [] } = await cache.stored()
  expect([...home.slice(1), ...work].sort()).toEqual(texts)
  expect(cache.list()).toHaveLength(2)
})

/** A visitor comes whenever a message is stored, twenty at most. */
const busyCache = (): Cache => {
  const sessions = new Map<string, Session>()
  const arrives = (key: string): void => {
    const session = createSession(key, key)
    session.unsaved.push('hello')
    sessions.set(key, session)
  }
  arrives('home')
  const nothing = async () => {}
  const append = async (id: string) => (sessions.size <= 20 ? arrives(`${id}, and one more`) : undefined)
  return {
    rows: { append, load: async () => null, create: nothing, remove: nothing, all: async () => ({}), close() {} },
    locks: createLocks(),
    saves: createLocks(),
    writer: { put() {}, drained: nothing },
    sessions,
    aliases: new Map(),
  }
}

test('a flush ends though others come as fast as it saves, and a live iterator goes on for as long as they do', async () => {
  expect(await flushFixed.flushAll(busyCache())).toEqual(['home'])
  expect(await liveIterator.flushAll(busyCache())).toHaveLength(21)
})

test('a flush ends though somebody goes on talking in the session that it saves', async () => {
  const cache = busyCache()
  const session = [...cache.sessions.values()][0] as Session
  const talking: Cache = { ...cache, rows: { ...cache.rows, append: async () => void session.unsaved.push('and another thing') } }
  await flushFixed.save(talking, session)
  expect(session.unsaved).toEqual(['and another thing'])
})
