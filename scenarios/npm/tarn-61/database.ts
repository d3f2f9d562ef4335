// A database behind a pool of connections. Whoever waits for one says by a signal when it is not wanted any more.

/** What the database needs of the package, the same in both versions. */
export interface TarnPackage {
  readonly Pool: new (options: {
    create: () => Promise<Connection>
    validate: (connection: Connection) => boolean
    destroy: (connection: Connection) => void
    min: number
    max: number
  }) => Pool
}

interface Pool {
  acquire(): Acquiring
  release(connection: Connection): boolean
  destroy(): Promise<unknown>
}

interface Acquiring {
  readonly promise: Promise<Connection>
  abort(): void
}

export interface Connection {
  ask(tool: string, args: unknown): Promise<unknown>
  isOpen(): boolean
  close(): void
}

export interface Database {
  /** Does `work` over a connection that nobody else has. Rejects where `signal` is aborted before one is free. */
  use<T>(signal: AbortSignal, work: (connection: Connection) => Promise<T>): Promise<T>
  /** Resolves once everybody has given back what they had. */
  close(): Promise<unknown>
}

/** `connect` opens a connection; the pool has `size` of them at most. */
export const openDatabase = ({ Pool }: TarnPackage, connect: () => Connection, size: number): Database => {
  const pool = new Pool({
    create: async () => connect(),
    validate: (connection) => connection.isOpen(),
    destroy: (connection) => connection.close(),
    min: 0,
    max: size,
  })
  return {
    async use(signal, work) {
      signal.throwIfAborted()
      const connection = await unlessAborted(pool.acquire(), signal)
      try {
        return await work(connection)
      } finally {
        pool.release(connection)
      }
    },
    close: () => pool.destroy(),
  }
}

const unlessAborted = (acquiring: Acquiring, signal: AbortSignal): Promise<Connection> => {
  const abort = (): void => acquiring.abort()
  signal.addEventListener('abort', abort)
  return acquiring.promise.finally(() => signal.removeEventListener('abort', abort))
}
