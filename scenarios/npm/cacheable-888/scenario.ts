// Scenario: several callers ask for the same user before the first of them has an answer.
import { callers, loadedOnce, mockDispatcher, noLeaks, ownResponse, scenario, uniform } from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { type CacheablePackage, createDirectory } from './directory.js'

interface Input {
  readonly id: string
}

const USERS = ['u-1', 'u-2'] as const

const load = (name: string): Promise<CacheablePackage> => import(name)

export default scenario({
  name: 'npm/cacheable-888',
  story: 'Several callers miss one key at the same time: each of them loads it.',
  dispatcher: mockDispatcher({
    tools: { user: (args) => ({ id: (args as unknown as Input).id, name: 'Ada' }) },
    delay: uniform(5, 45),
    service: 'concurrent',
  }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: { look_up: (_, draw) => ({ id: USERS[draw % USERS.length] ?? 'u-1' }) },
  }),
  variants: { faulty: () => load('cacheable-faulty'), fixed: () => load('cacheable-fixed') },
  open(cacheable, { dispatcher }) {
    const service = connectStore(addressOf(dispatcher))
    return { service, directory: createDirectory(cacheable, (id) => service.ask('user', { id })) }
  },
  perform: ({ directory }, { input }) => directory.user((input as unknown as Input).id),
  close: ({ service }) => service.close(),
  oracles: [
    loadedOnce({ key: ({ input }) => (input as Input).id }),
    ownResponse({ match: (output, { input }) => (output as Input | null)?.id === (input as Input).id }),
    noLeaks(),
  ],
  expect: { faulty: 'loaded-once', fixed: 'pass' },
  races: [{ id: 'loaded-by-each', oracle: 'loaded-once', says: 'who misses while a load is under way loads again' }],
})
