// node:http: three callers share a keep-alive agent with two sockets, so that requests queue, and sockets are used again.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PackageProgram } from '../tour.js'
import { ask } from './ask.js'
import { exchange } from './letters.js'
import { trio } from './trio.js'

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

    await together(
      trio(async (name) => {
        const options = { agent, host: 'localhost', port, method: 'POST', path: `/${name}` }
        const post = (letter: string) => ask(options, letter)
        for (let i = 0; i < 2; i++) await call(name, options.path, (token) => exchange(token, post))
      }),
    )

    agent.destroy()
    server.close()
    await once(server, 'close')
  },
}
