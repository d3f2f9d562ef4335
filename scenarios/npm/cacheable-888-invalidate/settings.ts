// Settings of an application, which everybody reads and hardly anybody writes: read through a cache, which is cleared by whoever writes.

/** What the settings need of the package. */
export interface CacheablePackage {
  readonly Cacheable: new () => {
    wrap<A extends readonly unknown[], R>(
      load: (...args: A) => Promise<R>,
      options: { keyPrefix: string; ttl: string },
    ): (...args: A) => Promise<R>
    clear(): Promise<void>
  }
}

/** Where the settings are kept: each write makes a version. */
export interface Table {
  read(name: string): Promise<number>
  write(name: string): Promise<number>
}

export interface Settings {
  /** The version of a setting. */
  get(name: string): Promise<number>
  /** Stores a setting anew and gives its version; once it is done, everybody gets that one. */
  set(name: string): Promise<number>
}

export const createSettings = ({ Cacheable }: CacheablePackage, table: Table): Settings => {
  const cache = new Cacheable()
  return {
    get: cache.wrap((name: string) => table.read(name), { keyPrefix: 'setting', ttl: '1h' }),
    async set(name) {
      const version = await table.write(name)
      await cache.clear()
      return version
    },
  }
}
