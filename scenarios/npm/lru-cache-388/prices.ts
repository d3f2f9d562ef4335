// Prices of articles, which a supplier is slow to tell: whoever does not want to wait any longer goes, and the price is kept all the same.

/** What the prices need of the package, the same in both versions. */
export interface LruPackage {
  readonly LRUCache: new (options: {
    max: number
    ttl: number
    ignoreFetchAbort: boolean
    allowStaleOnFetchAbort: boolean
    fetchMethod: (article: string) => Promise<number>
  }) => {
    fetch(article: string, options: { signal: AbortSignal }): Promise<number | undefined>
    peek(article: string): number | undefined
  }
}

export interface Prices {
  /** The price, or nothing where it has not come within `patienceMs`. */
  of(article: string, patienceMs: number): Promise<number | null>
  /** Whether the price is known. */
  has(article: string): boolean
  /** Resolves when no question is under way. */
  settled(): Promise<void>
}

/** `askSupplier` takes a while. */
export const createPrices = ({ LRUCache }: LruPackage, askSupplier: (article: string) => Promise<number>): Prices => {
  const asking = new Set<Promise<unknown>>()
  const cache = new LRUCache({
    max: 100,
    ttl: 3_600_000,
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod(article) {
      const asked = askSupplier(article).finally(() => asking.delete(asked))
      asking.add(asked)
      return asked
    },
  })
  return {
    async of(article, patienceMs) {
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(new Error('took too long')), patienceMs)
      try {
        return (await cache.fetch(article, { signal: patience.signal })) ?? null
      } catch {
        return null // it has not come in time
      } finally {
        clearTimeout(timer)
      }
    },
    has: (article) => cache.peek(article) !== undefined,
    async settled() {
      while (asking.size > 0) await Promise.all(asking)
    },
  }
}
