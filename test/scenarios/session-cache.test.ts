// The session cache over real sockets: what every variant of it does as long as nobody interferes, and what the repaired one must bear.
import { afterEach, describe, expect, test } from 'vitest'
import * as deleteFaulty from '../../scenarios/cache-delete/faulty.js'
import * as storeFirst from '../../scenarios/cache-delete/store-first.js'
import * as getOrCreateFaulty from '../../scenarios/cache-get-or-create/faulty.js'
import * as fixedBySecondLook from '../../scenarios/cache-get-or-create/fixed-by-second-look.js'
import * as lockOnEachAccess from '../../scenarios/cache-get-or-create/lock-on-each-access.js'
import * as oneLock from '../../scenarios/cache-get-or-create/one-lock.js'
import * as reservedFirst from '../../scenarios/cache-get-or-create/reserved-first.js'
import * as newSessionFaulty from '../../scenarios/cache-new-session/faulty.js'
import * as idBySecond from '../../scenarios/cache-new-session/id-by-second.js'
import * as newSessionLockOnEachAccess from '../../scenarios/cache-new-session/lock-on-each-access.js'
import * as newSessionOneLock from '../../scenarios/cache-new-session/one-lock.js'
import type { Parts } from '../../scenarios/session-cache/cache.js'
import { openCache } from '../../scenarios/session-cache/open-cache.js'
import { store } from '../../scenarios/session-cache/store.js'
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
  ['get-or-create, one-lock', oneLock],
  ['get-or-create, fixed-by-second-look', fixedBySecondLook],
  ['new-session, faulty', newSessionFaulty],
  ['new-session, lock-on-each-access', newSessionLockOnEachAccess],
  ['new-session, one-lock', newSessionOneLock],
  ['new-session, id-by-second', idBySecond],
  ['delete, faulty', deleteFaulty],
  ['delete, store-first', storeFirst],
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

test('ten callers at once on two keys have two sessions, and what they say is stored once', async () => {
  const { cache } = await opened()
  const texts = Array.from({ length: 10 }, (_, i) => `text ${i}`)
  await Promise.all(texts.map((text, i) => cache.say(i % 2 === 0 ? 'home' : 'work', text)))
  await Promise.all([cache.flushAll(), cache.flushAll(), cache.drained()])
  const { home = [], work = [] } = await cache.stored()
  expect([...home.slice(1), ...work].sort()).toEqual(texts)
  expect(cache.list()).toHaveLength(2)
})
