// ioredis: three callers share one client, with plain commands, a pipeline and transactions, against a peer that speaks RESP.
import { Redis } from 'ioredis'
import { mockDispatcher } from '../../../harness/index.js'
import type { PackageProgram } from '../tour.js'
import { strings } from './redis-strings.js'
import { trio } from './trio.js'

const PEER = mockDispatcher({ protocol: 'resp', transport: 'tcp', tools: strings, delay: 'uniform:0..2' })

export const program: PackageProgram = {
  name: 'ioredis, one client',
  async body({ dispatcher, together, call }) {
    const { address } = await dispatcher(PEER)
    if (address.transport !== 'tcp') throw new TypeError(address.transport)
    const redis = new Redis({ host: address.host, port: address.port })

    const replace = (token: string) => redis.multi().set(token, `new ${token}`).get(token).exec()
    const add = (token: string) => redis.pipeline().set(`${token}-piped`, token).get(`${token}-piped`).exec()
    await together(
      trio(async (name) => {
        await call(name, 'set', (token) => redis.set(name, token).then(() => redis.get(name)))
        await call(name, 'replace', replace)
        await call(name, 'add', add)
      }),
    )

    redis.disconnect()
  },
}
