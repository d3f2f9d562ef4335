// One connection of the gateway: JSON-RPC requests come in, each is answered when its handler is done, in any order.
import type WebSocket from 'ws'
import { Refusal } from './session.js'

export interface Params {
  readonly session: string
  readonly text: string
  readonly closeOnDisconnect?: boolean
}

export type Handlers = Readonly<Record<string, (client: WebSocket, params: Params) => Promise<unknown>>>

interface Request {
  readonly id: number
  readonly method: string
  readonly params: Params
}

export const serve = (client: WebSocket, handlers: Handlers, onGone: (client: WebSocket) => void): void => {
  client.on('error', () => {}) // 'close' follows
  client.on('close', () => onGone(client))
  client.on('message', async (data) => {
    const { id, method, params } = JSON.parse(String(data)) as Request
    const answer = await answerTo(async () => handlers[method]?.(client, params))
    client.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }), () => {}) // whoever is gone needs no answer
  })
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
