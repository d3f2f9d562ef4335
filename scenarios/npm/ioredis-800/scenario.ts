// Scenario: ioredis loses its connection in the middle of a transaction, and connects anew.

import type { Controls } from '../../../harness/index.js'
import { callers, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { type Drops, startRedisServer } from './redis-server.js'
import { openStore, type RedisPackage } from './store.js'

interface Input {
  readonly key: string
}

/** The package has no types of its own. */
const load = (name: string): Promise<RedisPackage> => import(name)

/** Once in an execution the connection may be lost: whether, and in which phase, is up to the schedule. */
const lostOnce = (controls: Controls): Drops => {
  let lost = false
  return (phase) => {
    if (!lost) lost = controls.choose('fault', `connection after ${phase}`, ['kept', 'lost']) === 1
    return lost
  }
}

export default scenario({
  name: 'npm/ioredis-800',
  story: 'The connection drops after QUEUED; after the reconnect get(k1) answers with the value of another key.',
  callers: callers({
    count: { min: 3, max: 4 },
    each: { min: 1, max: 2 },
    operations: {
      read: (token) => ({ key: token }),
      replace: (token) => ({ key: token }),
    },
  }),
  variants: { faulty: () => load('ioredis-faulty'), fixed: () => load('ioredis-fixed') },
  async open(redis, { controls }) {
    const server = await startRedisServer(lostOnce(controls))
    return { server, store: openStore(redis, server.port) }
  },
  perform({ store }, { op, token, input }) {
    const { key } = input as unknown as Input
    return op === 'replace' ? store.replace(key, `new ${token}`) : store.read(key)
  },
  close({ server, store }) {
    store.close()
    server.close()
  },
  // A transaction that was cut may fail, and is told so.
  oracles: [ownResponse({ mayFail: ({ invoke }) => invoke.op === 'replace' }), noLeaks()],
  expect: { faulty: 'own-response', fixed: 'pass' },
  races: [
    { id: 'shifted-answers', oracle: 'own-response', says: 'a command gets the answer to a later one' },
    { id: 'answers-used-up', oracle: 'never-settles', symptom: 'deadlock', says: 'the last commands wait for ever' },
  ],
})
