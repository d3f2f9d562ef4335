// node:http: three callers share a keep-alive agent with two sockets, so that requests queue, and sockets are used again.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PackageProgram } from '../tour.js'

const REQUESTS = 2

const post = async (options: http.RequestOptions, body: string): Promise<string> => {
  const request = http.request({ ...options, method: 'POST' }).end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return text(response)
}

export const program: PackageProgram = {
  name: 'node:http, keep-alive agent',
  async body({ together, call }) {
    const server = http.createServer(async (request, response) => {
      const body = await text(request)
      response.end(`${request.url} ${body}`)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
    const { port } = server.address() as AddressInfo

    const caller = (name: string) => async () => {
      for (let i = 0; i < REQUESTS; i++) {
        await call(name, { path: `/${name}` }, (token) => post({ agent, host: 'localhost', port, path: `/${name}` }, token))
      }
    }
    await together({ ann: caller('ann'), bob: caller('bob'), cat: caller('cat') })

    agent.destroy()
    server.close()
    await once(server, 'close')
  },
}
