// A Redis server of one page: strings, transactions, and a connection that may be lost in the middle of one.
import net from 'node:net'

export interface RedisServer {
  readonly port: number
  close(): void
}

/** Says at each phase of a transaction whether the connection is lost there. */
export type Drops = (phase: string) => boolean

interface Session {
  /** Commands that wait for EXEC; `null` outside a transaction. */
  queued: string[][] | null
}

const OK = '+OK\r\n'
const error = (text: string): string => `-${text}\r\n`
const bulk = (text: string | undefined): string => (text === undefined ? '$-1\r\n' : `$${Buffer.byteLength(text)}\r\n${text}\r\n`)
const INFO = bulk('redis_version:7.0.0\r\nloading:0\r\n')

/** Listens on a free port of this machine; every key that nobody has set reads as `value of KEY`. */
export const startRedisServer = async (drops: Drops): Promise<RedisServer> => {
  const values = new Map<string, string>()
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const session: Session = { queued: null }
    const commands = createParser()
    socket.on('data', (chunk: Buffer) => {
      for (const command of commands(chunk)) {
        const [reply, phase] = answer(command, session, values)
        socket.write(reply)
        if (phase === null || !drops(phase)) continue
        socket.destroySoon()
        return
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The reply, and the phase of the transaction that it ends. */
const answer = (command: string[], session: Session, values: Map<string, string>): [reply: string, phase: string | null] => {
  const name = command[0]?.toLowerCase()
  if (name === 'multi') {
    session.queued = []
    return [OK, 'MULTI']
  }
  if (name === 'exec') {
    if (session.queued === null) return [error('ERR EXEC without MULTI'), null]
    const replies = session.queued.map((queued) => run(queued, values))
    session.queued = null
    return [`*${replies.length}\r\n${replies.join('')}`, null]
  }
  if (session.queued === null) return [run(command, values), null]
  session.queued.push(command)
  return ['+QUEUED\r\n', 'QUEUED']
}

const run = ([name = '', key = '', value = '']: string[], values: Map<string, string>): string => {
  switch (name.toLowerCase()) {
    case 'get':
      return bulk(values.get(key) ?? `value of ${key}`)
    case 'set':
      values.set(key, value)
      return OK
    case 'info':
      return INFO
    default:
      return error(`ERR unknown command '${name}'`)
  }
}

/** Takes bytes, gives the commands that are complete: arrays of bulk strings, as every client sends them. */
const createParser = (): ((chunk: Buffer) => string[][]) => {
  let text = ''
  return (chunk) => {
    text += chunk.toString('latin1')
    const commands: string[][] = []
    for (let command = take(text); command !== null; command = take(text)) {
      commands.push(command.words)
      text = text.slice(command.length)
    }
    return commands
  }
}

const take = (text: string): { words: string[]; length: number } | null => {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (head === null) return null
  const words: string[] = []
  let at = head[0].length
  for (let count = Number(head[1]); count > 0; count--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (size === null) return null
    const from = at + size[0].length
    at = from + Number(size[1]) + 2
    if (text.length < at) return null
    words.push(text.slice(from, at - 2))
  }
  return { words, length: at }
}
