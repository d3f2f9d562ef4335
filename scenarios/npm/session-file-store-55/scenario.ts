// Scenario: a visitor chooses a currency in one tab while a page is put together for another one.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Controls, callers, lastCallWins, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { ask, textOf } from '../../support/browser.js'
import { allAtOnce, oneAtATime, type Turns } from '../../support/turns.js'
import { openShop, type SessionStorePackage } from './shop.js'

const BEFORE = 'EUR'
const DELAYS_MS = [10, 0, 50]

interface Variant {
  readonly packages: SessionStorePackage
  readonly turns: Turns
}

const load = async (name: string, turns: Turns): Promise<Variant> => {
  const packageOf = async (of: string) => (await import(of)).default
  const session = await packageOf('express-session')
  return { packages: { session, FileStore: (await packageOf(name))(session) }, turns }
}

/** How long a page takes is up to the schedule. */
const takesAWhile = (controls: Controls) => async (): Promise<void> => {
  const index = controls.choose(
    'delay',
    'page',
    DELAYS_MS.map((ms) => `${ms} ms`),
  )
  await sleep(DELAYS_MS[index])
}

export default scenario({
  name: 'npm/session-file-store-55',
  story: 'A page that was begun before ends after the visitor has chosen, and puts the old session in the place of the new one.',
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: { choose: (token) => ({ currency: token }), look: () => null },
  }),
  variants: {
    faulty: () => load('session-file-store-faulty', allAtOnce),
    'touch-loads-anew': () => load('session-file-store-fixed', allAtOnce),
    'fixed-usage': () => load('session-file-store-fixed', oneAtATime),
  },
  async open({ packages, turns }, { dir, controls }) {
    const shop = await openShop(packages, dir, { before: turns(), page: takesAWhile(controls) })
    const { cookie } = await ask(`${shop.url}/currency/${BEFORE}`, { method: 'PUT' })
    return { shop, cookie }
  },
  async perform({ shop, cookie }, { op, token }) {
    if (op === 'choose') return textOf(await ask(`${shop.url}/currency/${token}`, { method: 'PUT', cookie }))
    return textOf(await ask(`${shop.url}/page`, { cookie }))
  },
  observe: async ({ shop, cookie }) => textOf(await ask(`${shop.url}/currency`, { cookie })),
  close: ({ shop }) => shop.close(),
  oracles: [
    lastCallWins({
      writes: ({ invoke }) => (invoke.op === 'choose' ? { key: 'the currency', value: invoke.token ?? '' } : null),
      left: ({ observed }) => [{ key: 'the currency', value: `${observed}` }],
      before: [{ key: 'the currency', value: BEFORE }],
      // They come over connections of their own.
      later: 'ended',
    }),
    ownResponse({ match: (output, { op }) => output === (op === 'choose' ? 'chosen' : 'a page') }),
    noLeaks(),
  ],
  expect: { faulty: 'last-call-wins', 'touch-loads-anew': 'last-call-wins', 'fixed-usage': 'pass' },
  races: [{ id: 'rolled-back', oracle: 'last-call-wins', says: 'what a visitor has chosen is undone by a page that only reads' }],
})
