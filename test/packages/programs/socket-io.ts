// socket.io: three clients with acknowledgements and a room, from polling to a websocket.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
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

export const program: PackageProgram = {
  name: 'socket.io, polling and websocket',
  async body({ together, call }) {
    const listener = http.createServer()
    const server = new Server(listener)
    // Its own ids come from a store of random bytes that is filled anew every two hundred connections: state of the module.
    server.engine.generateId = () => randomUUID()
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
        client.disconnect()
      }),
    )

    await server.close()
  },
}
