// A client with two websockets to one server: answers are matched by the order of the questions, though each socket has an order of its own.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import WebSocket, { WebSocketServer } from 'ws'
import type { World } from '../../../harness/index.js'
import { trio } from '../programs/trio.js'
import type { Mistake } from './mistake.js'

type Waiting = ((answer: string) => void)[]

/** `queueOf`: where the callers of a socket wait. */
const openClient = async (port: number, queueOf: (socket: number) => Waiting) => {
  const sockets = [0, 1].map(() => new WebSocket(`ws://127.0.0.1:${port}`))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  sockets.forEach((socket, i) => void socket.on('message', (data) => queueOf(i).shift()?.(String(data))))
  let asked = 0
  return {
    ask: (question: string): Promise<string> =>
      new Promise((resolve) => {
        const i = asked++ % sockets.length
        queueOf(i).push(resolve)
        sockets[i]?.send(question)
      }),
    async close() {
      for (const socket of sockets) socket.close()
      await Promise.all(sockets.map((socket) => once(socket, 'close')))
    },
  }
}

const converse = async ({ together, call }: World, queueOf: (socket: number) => Waiting): Promise<void> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(`you asked ${data}`)))
  const client = await openClient((server.address() as AddressInfo).port, queueOf)
  await together(trio((name) => call(name, 'ask', client.ask)))
  await client.close()
  server.close()
  await once(server, 'close')
}

export const mistake: Mistake = {
  says: 'ws: answers over two sockets are matched by the order of the questions',
  oracle: 'own-response',
  faulty: (world) => {
    const one: Waiting = []
    return converse(world, () => one)
  },
  mended: (world) => {
    const each: readonly Waiting[] = [[], []]
    return converse(world, (socket) => each[socket] as Waiting)
  },
}
