// vscode-jsonrpc over sockets: one client with three requests under way on one connection, and notifications that come back.
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from 'vscode-jsonrpc/node'
import type { PackageProgram } from '../tour.js'
import { trio } from './trio.js'

const connectionOver = (socket: net.Socket) =>
  createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket))

/** A language service that knows how long a symbol is, and says so on the side. */
const serve = (socket: net.Socket): void => {
  const connection = connectionOver(socket)
  connection.onRequest('hover', async ({ symbol }: { symbol: string }) => {
    await sleep(symbol.length % 3)
    await connection.sendNotification('looked-up', symbol)
    return { symbol, length: symbol.length }
  })
  connection.onClose(() => connection.dispose())
  connection.listen()
}

export const program: PackageProgram = {
  name: 'vscode-jsonrpc, sockets',
  async body({ together, call }) {
    const server = net.createServer(serve).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    const connection = connectionOver(socket)
    const lookedUp = new Set<string>()
    connection.onNotification('looked-up', (symbol: string) => void lookedUp.add(symbol))
    connection.listen()

    const hover = async (symbol: string): Promise<unknown> => {
      const answer = await connection.sendRequest('hover', { symbol })
      if (!lookedUp.has(symbol)) throw new Error(`${symbol} was answered before it was looked up`)
      return answer
    }
    await together(
      trio(async (name) => {
        for (let i = 0; i < 2; i++) await call(name, 'hover', hover)
      }),
    )

    connection.end()
    connection.dispose()
    server.close()
    await once(server, 'close')
  },
}
