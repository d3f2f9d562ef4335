// News of several topics: readers get what is there at once, however old, and it is renewed behind their backs.

/** Where news are kept, for this process and others. */
export interface Shelf {
  getItem(key: string): Promise<unknown>
  setItem(key: string, value: unknown): Promise<void>
  removeItem(key: string): Promise<unknown>
}

/** What the news need of the package, the same in both versions. */
export interface SwrPackage {
  createStaleWhileRevalidateCache(options: { storage: Shelf; minTimeToStale: number; maxTimeToLive: number }): SwrCache
}

interface SwrCache {
  <T>(key: string, load: () => Promise<T>): Promise<{ readonly value: T }>
  persist(key: string, value: unknown): Promise<void>
}

export interface News {
  /** Puts up what was known yesterday. */
  restore(topic: string, text: string): Promise<void>
  /** `load` asks for the news of today. */
  read(topic: string, load: () => Promise<string>): Promise<string>
}

export const createNews = ({ createStaleWhileRevalidateCache }: SwrPackage, storage: Shelf): News => {
  // Always renewed.
  const cache = createStaleWhileRevalidateCache({ storage, minTimeToStale: 0, maxTimeToLive: 86_400_000 })
  return {
    restore: (topic, text) => cache.persist(topic, text),
    read: async (topic, load) => (await cache(topic, load)).value,
  }
}
