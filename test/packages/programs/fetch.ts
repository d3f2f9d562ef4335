// Global fetch: three callers post and read, with a time-out signal of their own; the answers are compressed.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PackageProgram } from '../tour.js'
import { exchange } from './letters.js'
import { trio } from './trio.js'

const compressed = promisify(gzip)

export const program: PackageProgram = {
  name: 'fetch, compressed answers',
  async body({ together, call }) {
    const server = http.createServer(async (request, response) => {
      const answer = await compressed(`you sent ${await text(request)}`)
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(answer)
    })
    server.listen(0)
    await once(server, 'listening')
    const url = `http://localhost:${(server.address() as AddressInfo).port}/`

    const post = async (letter: string): Promise<string> => {
      const response = await fetch(url, { method: 'POST', body: letter, signal: AbortSignal.timeout(5000) })
      return response.text()
    }
    await together(
      trio(async (name) => {
        for (let i = 0; i < 2; i++) await call(name, 'post', (token) => exchange(token, post))
      }),
    )

    // The idle connections are fetch's own: it keeps them for later requests.
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  },
}
