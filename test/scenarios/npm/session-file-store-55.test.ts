// The shop over real HTTP and real files: what both versions do when a page ends after the visitor has chosen another currency, and what
// the later one does when the choice comes while it touches the session.
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { openShop } from '../../../scenarios/npm/session-file-store-55/shop.js'
import { ask } from '../../../scenarios/support/browser.js'
import { allAtOnce, oneAtATime, type Turns } from '../../../scenarios/support/turns.js'
import { createGate } from '../support/gate.js'
import { folder } from '../support/peer.js'

const require = createRequire(import.meta.url)
const versions = { '1.0.0': 'session-file-store-faulty', '1.1.1': 'session-file-store-fixed' }

const cleanups: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const open = async (version: keyof typeof versions, page: () => Promise<void>, turns: Turns = allAtOnce) => {
  const { dir, remove } = folder()
  cleanups.push(remove)
  const session = require('express-session')
  const { url, close } = await openShop({ session, FileStore: require(versions[version])(session) }, dir, {
    before: turns(),
    page,
  })
  cleanups.push(close)
  const { cookie } = await ask(`${url}/currency/EUR`, { method: 'PUT' })
  return {
    choose: (name: string) => ask(`${url}/currency/${name}`, { method: 'PUT', cookie }),
    look: () => ask(`${url}/page`, { cookie }),
    chosen: async () => (await ask(`${url}/currency`, { cookie })).text,
  }
}

test.each(['1.0.0', '1.1.1'] as const)('%s keeps what is chosen, one request after the other', async (version) => {
  const shop = await open(version, async () => {})
  expect(await shop.chosen()).toBe('EUR')
  await shop.choose('CHF')
  await shop.look()
  expect(await shop.chosen()).toBe('CHF')
})

test.each([
  ['1.0.0', 'EUR'],
  ['1.1.1', 'CHF'],
] as const)('%s: after a page that began before the choice and ended after it, %s is chosen', async (version, chosen) => {
  const page = createGate()
  const shop = await open(version, page.wait)
  const looking = shop.look()
  await page.reached(1)
  await shop.choose('CHF')
  page.open()
  await looking
  expect(await shop.chosen()).toBe(chosen)
})

type Loaded = (...outcome: unknown[]) => void

/** Through which the package reads sessions: the load of the first touch is slow, it waits for `goOn`. */
const slowTouch = (goOn: () => Promise<void>): void => {
  const helpers = require('session-file-store-fixed/lib/session-file-helpers.js') as {
    get(id: string, options: unknown, done: Loaded): void
  }
  const { get } = helpers
  let loads = 0
  vi.spyOn(helpers, 'get').mockImplementation((id, options, done) => {
    const isTouch = ++loads === 2
    get(id, options, (...outcome) => void (isTouch ? goOn().then(() => done(...outcome)) : done(...outcome)))
  })
}

test('1.1.1 undoes a choice that is stored while a touch has the session loaded', async () => {
  const touching = createGate()
  const shop = await open('1.1.1', async () => {})
  slowTouch(touching.wait)
  const looking = shop.look()
  await touching.reached(1)
  await shop.choose('CHF')
  touching.open()
  await looking
  expect(await shop.chosen()).toBe('EUR')
})

test('one request after the other, the choice comes after the page, and stays', async () => {
  const page = createGate()
  const shop = await open('1.1.1', page.wait, oneAtATime)
  const looking = shop.look()
  await page.reached(1)
  const choosing = shop.choose('CHF')
  page.open()
  await Promise.all([looking, choosing])
  expect(await shop.chosen()).toBe('CHF')
})
