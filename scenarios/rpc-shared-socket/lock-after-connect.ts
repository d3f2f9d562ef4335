// A client for a tool dispatcher: a JSON line for each request, a JSON line for each answer, one connection for the whole program.
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

let address: net.NetConnectOpts
let log: string | undefined
let socket: net.Socket | null = null
let lastTurn: Promise<unknown> = Promise.resolve()

/** Points the client at a dispatcher. The connection is made by the first call. */
export const connect = (to: net.NetConnectOpts, options: ClientOptions = {}): ToolClient => {
  close()
  address = to
  log = options.log
  lastTurn = Promise.resolve()
  return { call, close }
}

const call = async (tool: string, args: unknown): Promise<unknown> => {
  const connection = await connected()
  return alone(async () => {
    connection.write(`${JSON.stringify({ tool, args })}\n`)
    await note(`sent ${tool}`)
    return resultOf(await readLine(connection))
  })
}

/** Runs `work` when everything that was asked for earlier is over. */
const alone = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => {})
  return turn
}

const close = (): void => {
  socket?.destroy(new Error('the client was closed'))
  socket = null
}

const connected = async (): Promise<net.Socket> => {
  if (socket === null || socket.destroyed) {
    await note('connecting')
    socket = open()
    await once(socket, 'connect')
  }
  if (socket.readyState !== 'open') throw new Error('the connection to the dispatcher is lost')
  return socket
}

const open = (): net.Socket => {
  const connection = net.connect(address).setEncoding('utf8')
  connection.on('error', () => {}) // 'close' follows, and tells whoever waits
  return connection
}

/** A call does not fail because its log does. */
const note = async (what: string): Promise<void> => {
  if (log !== undefined) await appendFile(log, `${new Date().toISOString()} ${what}\n`).catch(() => {})
}

const readLine = (connection: net.Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const onReadable = (): void => {
      for (let chunk = connection.read(); chunk !== null; chunk = connection.read()) text += chunk
      if (text.endsWith('\n')) settle(() => resolve(text))
    }
    const onClose = (): void => settle(() => reject(new Error('the dispatcher disconnected before it answered')))
    const settle = (end: () => void): void => {
      connection.off('readable', onReadable).off('close', onClose)
      end()
    }
    connection.on('readable', onReadable).on('close', onClose)
    if (connection.closed) onClose()
    else onReadable()
  })

const resultOf = (line: string): unknown => {
  let answer = JSON.parse(line)
  if (typeof answer === 'string') answer = JSON.parse(answer)
  if (answer.error) throw new Error(answer.error.message)
  return answer.result
}
