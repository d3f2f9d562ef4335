// Scenario: a caller goes before the price has come; it comes, and nobody keeps it.
import { callers, exactlyOnce, mockDispatcher, noLeaks, ownResponse, scenario, uniform } from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { createPrices, type LruPackage } from './prices.js'

interface Input {
  readonly patienceMs: number
}

const ARTICLE = 'bolt'
const PRICE = 5
const PATIENCE_MS = [20, 50] as const

const load = (name: string): Promise<LruPackage> => import(name)

export default scenario({
  name: 'npm/lru-cache-388',
  story: 'A caller gives up and the loader goes on: what it brings never reaches the cache.',
  dispatcher: mockDispatcher({ tools: { price: () => PRICE }, delay: uniform(0, 60), service: 'concurrent' }),
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: {
      price: (_, draw) => ({ patienceMs: PATIENCE_MS[draw % PATIENCE_MS.length] ?? 20 }),
    },
  }),
  variants: { faulty: () => load('lru-cache-faulty'), fixed: () => load('lru-cache-fixed') },
  open(lru, { dispatcher }) {
    const supplier = connectStore(addressOf(dispatcher))
    const askSupplier = async (article: string): Promise<number> => Number(await supplier.ask('price', { article }))
    return { supplier, prices: createPrices(lru, askSupplier) }
  },
  perform: ({ prices }, { input }) => prices.of(ARTICLE, (input as unknown as Input).patienceMs),
  async observe({ prices }, { controls }) {
    await prices.settled()
    await controls.pause('look')
    return prices.has(ARTICLE) ? [ARTICLE] : []
  },
  close: ({ supplier }) => supplier.close(),
  oracles: [
    exactlyOnce({
      name: 'loads-are-kept',
      what: 'the price of',
      verb: 'kept',
      done: ({ observed }) => (observed ?? []) as readonly string[],
      due: ({ history, observed }) =>
        observed !== undefined && history.some(({ actor, type }) => actor === 'dispatcher' && type === 'ok') ? [ARTICLE] : [],
    }),
    // Who does not want to wait any longer has nothing, and does not fail.
    ownResponse({ match: (output) => output === PRICE || output === null }),
    noLeaks(),
  ],
  expect: { faulty: 'loads-are-kept', fixed: 'pass' },
  races: [
    {
      id: 'load-thrown-away',
      oracle: 'loads-are-kept',
      symptom: 'missing',
      says: 'what was loaded for a caller who has gone is not kept',
    },
  ],
})
