// lru-cache: three callers fetch through a cache of three entries that live for 10 ms: entries are shared, go stale and are evicted
// while others are being loaded.
import { strict as assert } from 'node:assert'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { PackageProgram } from '../tour.js'

const ROUNDS = 2
const SHARED = 'shared'

export const program: PackageProgram = {
  name: 'lru-cache',
  async body({ together, call, slow, choose }) {
    const loads = new Map<string, number>()
    const load = slow(async (key: string) => `value of ${key}`)
    const cache = new LRUCache<string, string>({
      max: 3,
      ttl: 10,
      ignoreFetchAbort: true,
      fetchMethod: async (key) => {
        loads.set(key, (loads.get(key) ?? 0) + 1)
        return load(key)
      },
    })

    const caller = (name: string) => async () => {
      for (let i = 0; i < ROUNDS; i++) {
        const own = call(name, 'fetch', (token) => cache.fetch(token))
        assert.equal(await cache.fetch(SHARED), `value of ${SHARED}`)
        await own
        await delay(choose('thinks', [0, 6, 12]))
      }
    }
    await together({ ann: caller('ann'), bob: caller('bob'), cat: caller('cat') })

    assert.ok(cache.size <= 3)
    for (const [key, times] of loads) assert.ok(times === 1 || key === SHARED, `${key} is loaded once, not ${times} times`)
  },
}
