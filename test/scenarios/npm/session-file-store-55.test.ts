// The shop over real HTTP and real files: what both versions do when a page ends after the visitor has chosen another currency.
import { createRequire } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { openShop } from '../../../scenarios/npm/session-file-store-55/shop.js'
import { ask } from '../../../scenarios/support/browser.js'
import { createGate } from '../support/gate.js'
import { folder } from '../support/peer.js'

const require = createRequire(import.meta.url)
const versions = { '1.0.0': 'session-file-store-faulty', '1.1.1': 'session-file-store-fixed' }

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const open = async (version: keyof typeof versions, page: () => Promise<void>) => {
  const { dir, remove } = folder()
  cleanups.push(remove)
  const session = require('express-session')
  const { url, close } = await openShop({ session, FileStore: require(versions[version])(session) }, dir, page)
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
