// ioredis: three callers share one client, with plain commands, a pipeline and transactions, against a peer that speaks RESP.
import { Redis } from 'ioredis'
import { constant, type DispatcherSpec, mockDispatcher, rejects } from '../../../harness/index.js'
import type { PackageProgram } from '../tour.js'
import { trio } from './trio.js'

type Tools = Exclude<DispatcherSpec['tools'], (...none: never) => unknown>
type Words = readonly string[]

/** Strings, as much of Redis as the program needs. */
const strings = (): Tools => {
  const values = new Map<string, string>()
  const run = ([name, key = '', value = '']: Words) => {
    if (name === 'get') return values.get(key) ?? null
    values.set(key, value)
    return 'OK'
  }
  return {
    get: (args) => run(['get', ...(args as Words)]),
    set: (args) => run(['set', ...(args as Words)]),
    multi: constant('OK'),
    queued: constant('QUEUED'),
    exec: (commands) => (commands as readonly Words[]).map(run),
    hello: rejects('NOPROTO unsupported protocol version'),
    client: constant('OK'),
    info: constant('redis_version:7.0.0\r\nloading:0\r\n'),
  }
}

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
