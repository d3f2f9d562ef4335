// The baskets over real HTTP: two requests of one visitor that overlap, as they come and one after the other.
import { createRequire } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { openBaskets } from '../../../scenarios/npm/express-session-lost-update/basket.js'
import { ask } from '../../../scenarios/support/browser.js'
import { allAtOnce, oneAtATime, type Turns } from '../../../scenarios/support/turns.js'
import { createGate } from '../support/gate.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const open = async (turns: Turns, reserve: () => Promise<void>) => {
  const session = createRequire(import.meta.url)('express-session-faulty')
  const { url, close } = await openBaskets(session, { before: turns(), reserve })
  cleanups.push(close)
  const { cookie } = await ask(`${url}/login/ann`, { method: 'POST' })
  return {
    add: (item: string) => ask(`${url}/items/${item}`, { method: 'POST', cookie }),
    logOut: () => ask(`${url}/logout`, { method: 'POST', cookie }),
    seen: async () => JSON.parse((await ask(url, { cookie })).text),
  }
}

test.each([
  ['all at once', allAtOnce],
  ['one at a time', oneAtATime],
] as const)('%s: one request after the other is kept, and a logout ends the session', async (_, turns) => {
  const basket = await open(turns, async () => {})
  await basket.add('book')
  await basket.add('pen')
  expect(await basket.seen()).toEqual({ visitor: 'ann', items: ['book', 'pen'] })
  await basket.logOut()
  expect(await basket.seen()).toEqual({ visitor: null, items: [] })
})

test('all at once, one of two items is lost', async () => {
  const reserving = createGate()
  const basket = await open(allAtOnce, reserving.wait)
  const both = [basket.add('book'), basket.add('pen')]
  await reserving.reached(2)
  reserving.open()
  await Promise.all(both)
  expect((await basket.seen()).items).toHaveLength(1)
})

test('all at once, a logout comes undone', async () => {
  const reserving = createGate()
  const basket = await open(allAtOnce, reserving.wait)
  const adding = basket.add('book')
  await reserving.reached(1)
  await basket.logOut()
  reserving.open()
  await adding
  expect(await basket.seen()).toEqual({ visitor: 'ann', items: ['book'] })
})

test('one at a time, both items are there, and a logout that comes later is the end', async () => {
  const reserving = createGate()
  const basket = await open(oneAtATime, reserving.wait)
  const first = basket.add('book')
  await reserving.reached(1)
  const others = [basket.add('pen'), basket.seen()]
  reserving.open()
  await Promise.all([first, ...others])
  expect((await basket.seen()).items.sort()).toEqual(['book', 'pen'])
  await basket.logOut()
  expect(await basket.seen()).toEqual({ visitor: null, items: [] })
})
