// A session store on Redis: looks whether there is a session, and makes one where there is none. Two callers find none.
import { strict as assert } from 'node:assert'
import { Redis } from 'ioredis'
import { mockDispatcher, type World } from '../../../harness/index.js'
import { strings } from '../programs/redis-strings.js'
import { trio } from '../programs/trio.js'
import type { Mistake } from './mistake.js'

type Create = (redis: Redis, key: string, session: string) => Promise<string | null>

const PEER = mockDispatcher({ protocol: 'resp', transport: 'tcp', tools: strings, delay: 'uniform:0..2' })

const converse = async ({ dispatcher, together }: World, create: Create): Promise<void> => {
  const { address } = await dispatcher(PEER)
  if (address.transport !== 'tcp') throw new TypeError(address.transport)
  const redis = new Redis({ host: address.host, port: address.port })
  const getOrCreate = async (name: string): Promise<string | null> => {
    const session = await redis.get('session')
    return session ?? create(redis, 'session', `session of ${name}`)
  }
  const sessions = await together(trio(getOrCreate))
  redis.disconnect()
  assert.equal(new Set(Object.values(sessions)).size, 1, 'all callers have the same session')
}

export const mistake: Mistake = {
  says: 'ioredis: a session is looked for, then made, and two callers make one each',
  oracle: 'threw',
  faulty: (world) => converse(world, (redis, key, session) => redis.set(key, session).then(() => session)),
  mended: (world) => converse(world, (redis, key, session) => redis.set(key, session, 'NX').then(() => redis.get(key))),
}
