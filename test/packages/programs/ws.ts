// ws: three clients talk to one server at the same time, over compressed messages, and ping it in between.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import WebSocket, { WebSocketServer } from 'ws'
import type { PackageProgram } from '../tour.js'
import { exchange } from './letters.js'
import { trio } from './trio.js'

/** Asks one question at a time on a connection of its own. */
const connect = async (port: number) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: { threshold: 0 } })
  await once(socket, 'open')
  return {
    async ask(text: string): Promise<string> {
      socket.send(text)
      const [answer] = await once(socket, 'message')
      return String(answer)
    },
    async ping(): Promise<void> {
      socket.ping()
      await once(socket, 'pong')
    },
    async close(): Promise<void> {
      socket.close()
      await once(socket, 'close')
    },
  }
}

export const program: PackageProgram = {
  name: 'ws, compressed',
  async body({ together, call }) {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: { threshold: 0 } })
    await once(server, 'listening')
    server.on('connection', (socket) => socket.on('message', (data) => socket.send(`you said ${data}`)))
    const { port } = server.address() as AddressInfo

    const clients = await together(trio(() => connect(port)))
    await together(
      trio(async (name) => {
        const client = clients[name]
        for (let i = 0; i < 2; i++) await call(name, 'say', (token) => exchange(token, client.ask))
        await client.ping()
        await client.close()
      }),
    )

    server.close()
    await once(server, 'close')
  },
}
