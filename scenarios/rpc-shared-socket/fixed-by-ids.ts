// A client for a tool dispatcher that answers in any order: a JSON line for each request, a JSON line with the same id for each answer.
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import net from 'node:net'

export interface ToolClient {
  /** Calls a tool and gives its result; rejects with what the dispatcher or the connection says went wrong. */
  call(tool: string, args: unknown): Promise<unknown>
  close(): void
}

export interface ClientOptions {
  /** A file that gets a line for each call. */
  readonly log?: string
}

interface Waiting {
  readonly connection: net.Socket
  resolve(result: unknown): void
  reject(error: Error): void
}

let address: net.NetConnectOpts
let log: string | undefined
let connecting: Promise<net.Socket> | null = null
let lastId = 0
const waiting = new Map<string, Waiting>()

/** Points the client at a dispatcher. The connection is made by the first call. */
export const connect = (to: net.NetConnectOpts, options: ClientOptions = {}): ToolClient => {
  close()
  address = to
  log = options.log
  lastId = 0
  return { call, close }
}

const call = async (tool: string, args: unknown): Promise<unknown> => {
  const id = String(++lastId)
  const line = `${JSON.stringify({ tool, args, id })}\n`
  const connection = await connected()
  const answer = answerTo(id, connection)
  connection.write(line)
  const [result] = await Promise.all([answer, note(`sent ${tool}`)])
  return result
}

const close = (): void => {
  void connecting?.then(
    (connection) => connection.destroy(),
    () => {},
  )
  connecting = null
}

const connected = (): Promise<net.Socket> => {
  connecting ??= open()
  return connecting
}

const open = (): Promise<net.Socket> => {
  const connection = net.connect(address).setEncoding('utf8')
  const opened = once(connection, 'connect').then(() => connection)
  let text = ''
  connection.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    try {
      for (const line of lines) settle(line)
    } catch (error) {
      connection.destroy(new Error('the dispatcher sent a line that is not JSON', { cause: error }))
    }
  })
  connection.on('error', () => {}) // 'close' follows, and tells whoever waits
  connection.on('close', () => {
    if (connecting === opened) connecting = null
    const gone = new Error('the dispatcher disconnected before it answered')
    for (const [id, caller] of waiting) if (caller.connection === connection && waiting.delete(id)) caller.reject(gone)
  })
  return opened
}

/** A call does not fail because its log does. */
const note = async (what: string): Promise<void> => {
  if (log !== undefined) await appendFile(log, `${new Date().toISOString()} ${what}\n`).catch(() => {})
}

const answerTo = (id: string, connection: net.Socket): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (connection.closed) reject(new Error('the dispatcher disconnected before it answered'))
    else waiting.set(id, { connection, resolve, reject })
  })

const settle = (line: string): void => {
  let answer = JSON.parse(line)
  if (typeof answer === 'string') answer = JSON.parse(answer)
  const caller = waiting.get(answer.id)
  waiting.delete(answer.id)
  if (answer.error) caller?.reject(new Error(answer.error.message))
  else caller?.resolve(answer.result)
}
