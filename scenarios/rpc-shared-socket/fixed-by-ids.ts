// A client for a tool dispatcher that answers in any order: a JSON line for each request, a JSON line with the same id for each answer.
import { appendFile } from 'node:fs/promises'
import net from 'node:net'

export interface ToolClient {
  /** Calls a tool and gives its result; rejects with what the dispatcher or the connection says went wrong. */
  call(tool: string, args: unknown): Promise<unknown>
  /** Ids of the calls that wait for their answer: for a status page. */
  waiting(): string[]
  close(): void
}

export interface ClientOptions {
  /** A file that gets a line for each call. */
  readonly log?: string
}

interface Caller {
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Connection {
  readonly socket: net.Socket
  /** By the id of the request. */
  readonly callers: Map<string, Caller>
  lastId: number
}

let address: net.NetConnectOpts
let log: string | undefined
let connection: Connection | null = null

/** Points the client at a dispatcher. The connection is made by the first call. */
export const connect = (to: net.NetConnectOpts, options: ClientOptions = {}): ToolClient => {
  close()
  address = to
  log = options.log
  return { call, waiting: () => [...(connection?.callers.keys() ?? [])], close }
}

const call = async (tool: string, args: unknown): Promise<unknown> => {
  connection ??= open()
  const { socket, callers } = connection
  const id = String(++connection.lastId)
  const line = `${JSON.stringify({ tool, args, id })}\n`
  const answer = new Promise((resolve, reject) => callers.set(id, { resolve, reject }))
  socket.write(line)
  const [result] = await Promise.all([answer, note(`sent ${tool}`)])
  return result
}

const close = (): void => {
  connection?.socket.destroy(new Error('the client was closed'))
  connection = null
}

const open = (): Connection => {
  const socket = net.connect(address).setEncoding('utf8')
  const opened: Connection = { socket, callers: new Map(), lastId: 0 }
  let text = ''
  socket.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    try {
      for (const line of lines) settle(opened.callers, line)
    } catch (error) {
      socket.destroy(new Error('the dispatcher sent a line that is not JSON', { cause: error }))
    }
  })
  let why = new Error('the dispatcher disconnected before it answered')
  socket.on('error', (error) => {
    why = error
  })
  socket.on('close', () => {
    if (connection === opened) connection = null
    for (const caller of opened.callers.values()) caller.reject(why)
  })
  return opened
}

/** A call does not fail because its log does. */
const note = async (what: string): Promise<void> => {
  if (log !== undefined) await appendFile(log, `${new Date().toISOString()} ${what}\n`).catch(() => {})
}

const settle = (callers: Connection['callers'], line: string): void => {
  let answer = JSON.parse(line)
  if (typeof answer === 'string') answer = JSON.parse(answer)
  const caller = callers.get(answer.id)
  callers.delete(answer.id)
  if (answer.error) caller?.reject(new Error(answer.error.message))
  else caller?.resolve(answer.result)
}
