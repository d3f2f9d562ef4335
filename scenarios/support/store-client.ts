// A client for a store or a service behind a unix socket: a JSON line with an id for each request, answers in any order.
import net from 'node:net'

export interface StoreClient {
  /** Has the store run `tool` and gives its result; rejects with what the store says, or when the connection is gone. */
  ask(tool: string, args: unknown): Promise<unknown>
  close(): void
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** Requests that are made before the connection stands are sent once it does. */
export const connectStore = ({ path }: { readonly path: string }): StoreClient => {
  const connection = net.connect({ path }).setEncoding('utf8')
  const waiting = new Map<string, Waiting>()
  let lastId = 0
  let text = ''
  connection.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) settle(waiting, JSON.parse(line))
  })
  connection.on('error', () => {}) // 'close' follows, and tells whoever waits
  connection.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the store has disconnected'))
  })
  return {
    ask: (tool, args) =>
      new Promise((resolve, reject) => {
        if (connection.destroyed) {
          reject(new Error(`the store is closed: ${tool}`))
          return
        }
        const id = String(++lastId)
        waiting.set(id, { resolve, reject })
        connection.write(`${JSON.stringify({ tool, args, id })}\n`)
      }),
    close: () => connection.destroy(),
  }
}

interface Answer {
  readonly id: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const settle = (waiting: Map<string, Waiting>, { id, result, error }: Answer): void => {
  const caller = waiting.get(id)
  waiting.delete(id)
  if (error === undefined) caller?.resolve(result)
  else caller?.reject(new Error(error.message))
}
