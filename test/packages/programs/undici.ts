// undici: three callers share a pool of two pipelining connections, an agent, and the global one.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Agent, Pool, request } from 'undici'
import type { PackageProgram } from '../tour.js'
import { trio } from './trio.js'

export const program: PackageProgram = {
  name: 'undici, Pool and Agent',
  async body({ together, call }) {
    const server = http.createServer(async (incoming, response) => response.end(`${incoming.url} ${await text(incoming)}`))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const pool = new Pool(origin, { connections: 2, pipelining: 2 })
    const agent = new Agent({ keepAliveTimeout: 10 })

    const fromPool = async (token: string): Promise<string> => {
      const { body } = await pool.request({ path: `/${token}`, method: 'GET' })
      return body.text()
    }
    const fromAgent = async (token: string): Promise<string> => {
      const { body } = await request(origin, { dispatcher: agent, method: 'POST', body: token })
      return body.text()
    }
    const fromGlobalAgent = async (token: string): Promise<string> => (await request(`${origin}/${token}`)).body.text()
    await together(
      trio(async (name) => {
        await call(name, 'pool', fromPool)
        await call(name, 'agent', fromAgent)
        await call(name, 'global agent', fromGlobalAgent)
      }),
    )

    await Promise.all([pool.close(), agent.close()])
    // What the global agent keeps open is its own affair.
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  },
}
