// One connection of the gateway: JSON-RPC requests come in, each is answered when its handler is done, in any order.
import type WebSocket from 'ws'
import { CODES, Refusal } from './session.js'

export interface Params {
  readonly session?: string
  readonly text?: string
  readonly closeOnDisconnect?: boolean
}

export type Handlers = Readonly<Record<string, (client: WebSocket, params: Params) => Promise<unknown>>>

interface Request {
  readonly id?: number
  readonly method: string
  readonly params?: Params
}

/** `null` where it is none: whatever a client may send, the gateway and its other clients go on. */
const requestIn = (text: string): Request | null => {
  try {
    const request = JSON.parse(text)
    return typeof request?.method === 'string' ? request : null
  } catch {
    return null
  }
}

export const serve = (client: WebSocket, handlers: Handlers, onGone: (client: WebSocket) => void): void => {
  client.on('error', () => {}) // 'close' follows
  client.on('close', () => onGone(client))
  client.on('message', async (data) => {
    const request = requestIn(String(data))
    const answer = await answerTo(async () => {
      if (request === null) throw new Refusal(CODES.request, 'no request')
      return handlerOf(handlers, request.method)(client, request.params ?? {})
    })
    const { id = null } = request ?? {}
    // Whoever has gone meanwhile needs no answer, and loses what the handler has given it since.
    if (client.readyState === client.OPEN) client.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }), () => {})
    else onGone(client)
  })
}

const handlerOf = (handlers: Handlers, method: string) => {
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
  if (handler === undefined) throw new Refusal(CODES.method, `no such method: ${method}`)
  return handler
}

const INTERNAL = -32_603

const answerTo = async (work: () => Promise<unknown>): Promise<object> => {
  try {
    return { result: (await work()) ?? null }
  } catch (error) {
    const { message } = error as Error
    return { error: { code: error instanceof Refusal ? error.code : INTERNAL, message } }
  }
}
