// The dispatcher behind a unix socket or a TCP port.
import net from 'node:net'
import type { DispatcherAddress, DispatcherSpec } from '../core/dispatcher-spec.js'
import type { Connect, Connection, Wire } from './connection.js'
import type { Protocol } from './protocols/protocol.js'

export interface Listening {
  readonly address: DispatcherAddress
  /** Ends every connection and stops listening; a socket file goes with it. */
  close(): Promise<void>
}

export type SocketAddress = Extract<DispatcherAddress, { transport: 'uds' | 'tcp' }>

export interface SocketOptions {
  readonly protocol: Protocol
  readonly connections: NonNullable<DispatcherSpec['connections']>
}

/** Rejects with the system's error (`EADDRINUSE`) where it cannot listen. */
export const listenOnSockets = async (
  at: SocketAddress,
  connect: Connect,
  { protocol, connections }: SocketOptions,
): Promise<Listening> => {
  const sockets = new Set<net.Socket>()
  const door = createDoor(connections, (socket, ordinal) => converse(socket, protocol, (wire) => connect(`c${ordinal}`, wire)))
  // Half-open is allowed so that a client that ends its side after asking still gets its answers.
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      door.left(socket)
    })
    door.knock(socket)
  })
  await listening(server, at)
  return {
    address: addressOf(server, at),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

interface Door {
  knock(socket: net.Socket): void
  left(socket: net.Socket): void
}

/** Lets in whom it may. To its client a connection that nobody accepts looks open: what it writes is taken, and not read. */
const createDoor = (connections: SocketOptions['connections'], accept: (socket: net.Socket, ordinal: number) => void): Door => {
  const waiting: net.Socket[] = []
  let inside: net.Socket | null = null
  let accepted = 0
  const letIn = (): void => {
    while (waiting.length > 0 && (connections === 'many' || inside === null)) {
      const next = waiting.shift() as net.Socket
      // It has left while it waited, without a word: nobody would hear of its end any more.
      if (next.readableEnded) {
        next.destroy()
        continue
      }
      inside = next
      accept(next, ++accepted)
    }
  }
  return {
    knock(socket) {
      waiting.push(socket)
      letIn()
    },
    left(socket) {
      if (waiting.includes(socket)) waiting.splice(waiting.indexOf(socket), 1)
      if (socket !== inside || connections === 'one') return
      inside = null
      letIn()
    },
  }
}

const converse = (socket: net.Socket, protocol: Protocol, connect: (wire: Wire) => Connection): void => {
  const session = protocol.open()
  let open = 0
  let ended = false
  const connection = connect({
    send: (answer, to) => void (socket.writable && socket.write(session.write(answer, to))),
    garble: () => void (socket.writable && socket.write(session.garbage())),
    cut: () => void socket.destroy(),
    mute: () => void socket.pause(),
  })
  const settled = (): void => {
    open--
    if (ended && open === 0) socket.end()
  }
  socket.on('data', (chunk) => {
    for (const parsed of session.read(chunk)) {
      open++
      void connection.take(parsed).then(settled)
    }
  })
  socket.on('end', () => {
    ended = true
    if (open === 0) socket.end()
  })
  socket.on('close', () => connection.lost())
}

const listening = (server: net.Server, at: SocketAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.transport === 'uds' ? { path: at.path } : { host: at.host, port: at.port }, () => {
      server.off('error', reject)
      resolve()
    })
  })

const addressOf = (server: net.Server, at: SocketAddress): SocketAddress =>
  at.transport === 'uds' ? at : { ...at, port: (server.address() as net.AddressInfo).port }
