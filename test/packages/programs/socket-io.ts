// socket.io: three clients with acknowledgements and a room, from polling to a websocket.
import { once } from 'node:events'
import http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import type { PackageProgram } from '../tour.js'
import { trio } from './trio.js'

const connect = async (url: string): Promise<Socket> => {
  const client = io(url, { forceNew: true })
  await new Promise<void>((resolve) => client.once('connect', resolve))
  return client
}

/**
 * Settles when the connection is gone. A client in the midst of its upgrade to a websocket completes that first; where the server is
 * closed meanwhile, engine.io-client 6.6.8 waits for it in vain (`upgrading` stays true after `upgradeError`), for 45 s.
 */
const disconnect = async (client: Socket): Promise<void> => {
  const closed = new Promise<void>((resolve) => client.io.engine.once('close', () => resolve()))
  client.disconnect()
  await closed
}

const loaded = createRequire(import.meta.url).cache

/**
 * socket.io and engine.io take their ids from a store of random bytes that they keep at module level and fill anew, with a task of
 * the thread pool, about every two hundred connections: not in every execution, unless the store is emptied before each.
 */
const emptyStores = (): void => {
  for (const module of Object.values(loaded)) {
    if (module?.filename.endsWith('/contrib/base64id.js')) module.exports.base64id.bytesBufferIndex = -1
  }
}

export const program: PackageProgram = {
  name: 'socket.io, polling and websocket',
  reset: emptyStores,
  async body({ together, call }) {
    const listener = http.createServer()
    const server = new Server(listener)
    server.on('connection', (socket) => {
      socket.on('ask', (question: string, acknowledge: (answer: string) => void) => acknowledge(`you asked ${question}`))
    })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`

    const clients = await together(trio(() => connect(url)))
    await together(
      trio(async (name) => {
        const client = clients[name]
        for (let i = 0; i < 2; i++) await call(name, 'ask', (token) => client.emitWithAck('ask', token))
        await disconnect(client)
      }),
    )

    await server.close()
  },
}
