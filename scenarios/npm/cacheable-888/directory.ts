// A directory of users in front of a service that is slow to ask: whoever has been looked up is remembered for an hour.

/** What the directory needs of the package, the same in both versions. */
export interface CacheablePackage {
  readonly Cacheable: new () => {
    wrap<A extends readonly unknown[], R>(
      load: (...args: A) => Promise<R>,
      options: { keyPrefix: string; ttl: string },
    ): (...args: A) => Promise<R>
  }
}

export interface Directory {
  user(id: string): Promise<unknown>
}

/** `fetchUser` asks the service. */
export const createDirectory = ({ Cacheable }: CacheablePackage, fetchUser: (id: string) => Promise<unknown>): Directory => ({
  user: new Cacheable().wrap(fetchUser, { keyPrefix: 'user', ttl: '1h' }),
})
