// Scenario: ioredis loses its connection in the middle of a transaction, and connects anew.
import { callers, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { redis } from './redis.js'
import { openStore, type RedisPackage } from './store.js'

interface Input {
  readonly key: string
}

/** The package has no types of its own. */
const load = (name: string): Promise<RedisPackage> => import(name)

export default scenario({
  name: 'npm/ioredis-800',
  story: 'The connection drops after QUEUED; after the reconnect get(k1) answers with the value of another key.',
  dispatcher: redis,
  callers: callers({
    count: { min: 3, max: 4 },
    each: { min: 1, max: 2 },
    operations: {
      read: (token) => ({ key: token }),
      replace: (token) => ({ key: token }),
    },
  }),
  variants: { faulty: () => load('ioredis-faulty'), fixed: () => load('ioredis-fixed') },
  open(ioredis, { dispatcher }) {
    if (dispatcher?.address.transport !== 'tcp') throw new TypeError('the store knows ports only')
    return openStore(ioredis, dispatcher.address.port)
  },
  perform(store, { op, token, input }) {
    const { key } = input as unknown as Input
    return op === 'replace' ? store.replace(key, `new ${token}`) : store.read(key)
  },
  // A transaction that was cut may fail, and is told so.
  oracles: [ownResponse({ mayFail: ({ invoke }) => invoke.op === 'replace' }), noLeaks()],
  expect: { faulty: 'own-response', fixed: 'pass' },
  races: [
    { id: 'shifted-answers', oracle: 'own-response', says: 'a command gets the answer to a later one' },
    { id: 'answers-used-up', oracle: 'never-settles', symptom: 'deadlock', says: 'the last commands wait for ever' },
  ],
})
