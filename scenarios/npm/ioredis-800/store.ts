// A key-value store on Redis, as an application has it: one client for everybody, which connects anew when the connection is lost.

/** What the store needs of the package, the same in both versions. */
export interface RedisPackage {
  readonly default: new (options: RedisOptions) => RedisClient
}

export interface RedisOptions {
  readonly host: string
  readonly port: number
  readonly maxRetriesPerRequest: null
  readonly dropBufferSupport: boolean
  readonly retryStrategy: () => number
}

export interface RedisClient {
  get(key: string): Promise<string | null>
  multi(): Transaction
  on(event: 'error', listener: (error: Error) => void): unknown
  disconnect(): void
}

export interface Transaction {
  set(key: string, value: string): Transaction
  get(key: string): Transaction
  exec(): Promise<unknown>
}

export interface Store {
  read(key: string): Promise<string | null>
  /** Stores a value and reads it back, both or neither. */
  replace(key: string, value: string): Promise<unknown>
  close(): void
}

const RECONNECT_AFTER_MS = 20

export const openStore = ({ default: Redis }: RedisPackage, port: number): Store => {
  const redis = new Redis({
    host: '127.0.0.1',
    port,
    maxRetriesPerRequest: null,
    dropBufferSupport: true, // values are text
    retryStrategy: () => RECONNECT_AFTER_MS,
  })
  redis.on('error', () => {}) // it connects anew by itself
  return {
    read: (key) => redis.get(key),
    replace: (key, value) => redis.multi().set(key, value).get(key).exec(),
    close: () => redis.disconnect(),
  }
}
