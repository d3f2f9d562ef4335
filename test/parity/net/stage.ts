// One stage for two worlds: a script plays on it over real sockets and in an execution, and logs what happens.
import net from 'node:net'

export type Family = 'tcp' | 'uds'

/** What a script may use; everything else is plain Node. */
export interface Stage {
  readonly family: Family
  log(what: string): void
  /** Logs the events of a socket under a name. */
  watch(socket: net.Socket, name: string): net.Socket
  /** A listening server; accepted sockets are watched as `server`, `server 2` ... before `onConnection` sees them. */
  serve(onConnection: (socket: net.Socket) => void, options?: net.ServerOpts): Promise<net.Server>
  /** A client of that server, watched as `name`. */
  dial(server: net.Server, options?: Partial<net.NetConnectOpts>, name?: string): net.Socket
  /** Where a server listens; as options for connect(). */
  addressOf(server: net.Server): net.NetConnectOpts
  /** An address at which nobody listens. */
  nobody(): net.NetConnectOpts
  /** A path for a unix socket. */
  path(name: string): string
}

export interface Script {
  readonly name: string
  /** The families over which it makes sense; both by default. */
  readonly only?: Family
  play(stage: Stage): Promise<void>
}

const EVENTS = [
  'connect',
  'ready',
  'end',
  'finish',
  'drain',
  'timeout',
  'lookup',
  'connectionAttempt',
  'connectionAttemptFailed',
] as const

export const createStage = (family: Family, directory: string, log: (what: string) => void): Stage => {
  let servers = 0
  const path = (name: string): string => `${directory}/${name}.sock`
  const watch = (socket: net.Socket, name: string): net.Socket => {
    for (const event of EVENTS) socket.on(event, () => log(`${name} ${event}`))
    socket.on('close', (hadError) => log(`${name} close ${hadError}`))
    socket.on('error', (error: NodeJS.ErrnoException) => log(`${name} error ${error.code} ${error.syscall}`))
    return socket
  }
  const addressOf = (server: net.Server): net.NetConnectOpts => {
    const address = server.address() as net.AddressInfo | string
    return typeof address === 'string' ? { path: address } : { port: address.port, host: '127.0.0.1' }
  }
  return {
    family,
    log,
    watch,
    path,
    addressOf,
    async serve(onConnection, options = {}) {
      let accepted = 0
      const server = net.createServer(options, (socket) => {
        accepted++
        const name = accepted === 1 ? 'server' : `server ${accepted}`
        log(`${name} accepted`)
        onConnection(watch(socket, name))
      })
      server.on('error', (error: NodeJS.ErrnoException) => log(`listener error ${error.code} ${error.syscall}`))
      servers++
      const where = family === 'uds' ? { path: path(`s${servers}`) } : { port: 0, host: '127.0.0.1' }
      await new Promise<void>((resolve) => server.listen(where, resolve))
      return server
    },
    dial: (server, options = {}, name = 'client') =>
      watch(net.connect({ ...addressOf(server), ...options } as net.NetConnectOpts), name),
    nobody: () => (family === 'uds' ? { path: path('nobody') } : { port: 9, host: '127.0.0.1' }),
  }
}

/** Logs each read. */
export const logData = (stage: Stage, socket: net.Socket, name: string): void => {
  socket.on('data', (data: Buffer | string) => stage.log(`${name} data ${data.length}`))
}

/** Adds reads up and logs the sum when the socket ends: for more bytes than one read takes. */
export const logSum = (stage: Stage, socket: net.Socket, name: string): void => {
  let sum = 0
  socket.on('data', (data: Buffer) => {
    sum += data.length
  })
  socket.on('end', () => stage.log(`${name} got ${sum}`))
}

export const closed = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })

export const shut = (server: net.Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()))

export const event = (emitter: NodeJS.EventEmitter, name: string): Promise<void> =>
  new Promise((resolve) => void emitter.once(name, () => resolve()))

export const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
