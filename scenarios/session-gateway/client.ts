// A client of the gateway, as its users have one: requests with ids over one websocket.
import { once } from 'node:events'
import WebSocket from 'ws'

export interface GatewayClient {
  create(options?: { readonly closeOnDisconnect?: boolean }): Promise<string>
  prompt(session: string, text: string): Promise<string>
  resume(session: string): Promise<unknown>
  close(session: string): Promise<void>
  list(): Promise<readonly { readonly id: string; readonly state: string }[]>
  /** Loses the connection; settles when this end is closed. */
  drop(): Promise<void>
}

/** What the gateway refused, with its code. */
export class GatewayError extends Error {
  readonly code: number

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message)
    this.code = code
  }
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

export const connectClient = async (url: string): Promise<GatewayClient> => {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const waiting = new Map<number, Waiting>()
  const gone = once(socket, 'close')
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
    for (const { reject } of waiting.values()) reject(new Error('the gateway has disconnected'))
  })
  const ask = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
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
  }
}
