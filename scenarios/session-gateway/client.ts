// A client of the gateway, as its users have one: requests with ids over one websocket.
import { once } from 'node:events'
import WebSocket from 'ws'
import type { ActiveSession } from './active-list.js'

export interface GatewayClient {
  create(options?: { readonly closeOnDisconnect?: boolean }): Promise<string>
  prompt(session: string, text: string): Promise<string>
  resume(session: string): Promise<unknown>
  close(session: string): Promise<void>
  list(): Promise<readonly ActiveSession[]>
  /** Loses the connection; settles when this end is closed. */
  drop(): Promise<void>
  /** Goes without a word: reads nothing any more, and does not close. */
  vanish(): void
}

/** What the gateway refused, with its code. */
export class GatewayError extends Error {
  readonly code: number

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message)
    this.code = code
  }
}

const disconnected = (): Error => new Error('the gateway has disconnected')

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

export const connectClient = async (url: string): Promise<GatewayClient> => {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const waiting = new Map<number, Waiting>()
  const gone = new Promise<void>((resolve) => socket.on('close', () => resolve())) // where it never stood, too
  let lastId = 0
  await once(socket, 'open')
  socket.on('error', () => {}) // 'close' follows
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data))
    const caller = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) caller?.resolve(result)
    else caller?.reject(new GatewayError(error))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(disconnected())
  })
  const ask = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) {
        reject(disconnected())
        return
      }
      const id = ++lastId
      waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  return {
    create: (options = {}) => ask('create', options),
    prompt: (session, text) => ask('prompt', { session, text }),
    resume: (session) => ask('resume', { session }),
    close: (session) => ask('close', { session }),
    list: () => ask('list', {}),
    async drop() {
      socket.terminate()
      await gone
    },
    vanish: () => socket.pause(),
  }
}
