// Chat rooms: each is a namespace of its own, which is made when somebody comes to it who may.
import http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type Socket as Client, io } from 'socket.io-client'

interface Namespace {
  readonly name: string
  emit(event: string, text: string): boolean
}

interface Guest {
  readonly nsp: Namespace
  readonly handshake: { readonly auth: { readonly guest?: string } }
}

interface Server {
  of(name: string): Namespace
  of(mayEnter: (name: string, auth: unknown, next: (error: Error | null, allowed: boolean) => void) => void): {
    on(event: 'connection', listener: (guest: Guest) => void): void
  }
  close(): void
}

/** What the rooms need of the package, the same in both versions. */
export interface SocketIoPackage {
  readonly Server: new (listener: http.Server) => Server
}

export interface Entered {
  readonly guest: string
  readonly room: string
  /** Tells the objects of one room apart, in the order in which they were made. */
  readonly object: number
}

export interface Rooms {
  readonly url: string
  readonly entered: readonly Entered[]
  close(): void
}

/** `mayEnter` asks who keeps the list of guests, which takes a while. */
export const openRooms = async ({ Server }: SocketIoPackage, mayEnter: (room: string) => Promise<boolean>): Promise<Rooms> => {
  const listener = http.createServer()
  const server = new Server(listener)
  const entered: Entered[] = []
  const numbers = new Map<Namespace, number>()
  server
    .of((room, _auth, next) => void mayEnter(room).then((allowed) => next(null, allowed)))
    .on('connection', ({ nsp, handshake }) => {
      const object = numbers.get(nsp) ?? numbers.size + 1
      numbers.set(nsp, object)
      entered.push({ guest: handshake.auth.guest ?? '', room: nsp.name, object })
    })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    entered,
    close: () => server.close(),
  }
}

/** Settles once the guest is in the room. */
export const enter = (url: string, guest: string): Promise<Client> =>
  new Promise((resolve, reject) => {
    const client = io(url, { forceNew: true, reconnection: false, transports: ['websocket'], auth: { guest } })
    client.once('connect', () => resolve(client)).once('connect_error', reject)
  })

/**
 * The package takes ids from a store of random bytes that it keeps at module level, and fills anew about every two hundred connections:
 * not in every execution, unless the store is emptied before each.
 */
export const emptyStores = (): void => {
  for (const module of Object.values(createRequire(import.meta.url).cache)) {
    if (module !== undefined && /\/base64id(\/lib)?(\/base64id)?\.js$/.test(module.filename)) module.exports.bytesBufferIndex = -1
  }
}
