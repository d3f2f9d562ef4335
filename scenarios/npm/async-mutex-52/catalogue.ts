// A catalogue that is filled anew, page by page, while shops ask for it: filling runs alone, and whoever asks waits until it is over.

/** What the catalogue needs of the package, the same in both versions. */
export interface MutexPackage {
  readonly Mutex: new () => {
    runExclusive<T>(work: () => Promise<T>): Promise<T>
    waitForUnlock(): Promise<void>
  }
}

/** Where the items lie. */
export interface Shelf {
  clear(edition: string): void
  put(item: string, edition: string): void
  all(): readonly string[]
}

export interface Catalogue {
  /** Takes down everything, and puts up what an edition has. */
  reload(edition: string): Promise<void>
  /** The items of one edition, all of them. */
  list(): Promise<readonly string[]>
}

/** How many pages an edition has. */
export const PAGES = 2

/** `fetchPage` gets a page of an edition from the publisher: one item. */
export const createCatalogue = (
  { Mutex }: MutexPackage,
  shelf: Shelf,
  fetchPage: (edition: string, page: number) => Promise<string>,
): Catalogue => {
  const filling = new Mutex()
  return {
    reload: (edition) =>
      filling.runExclusive(async () => {
        shelf.clear(edition)
        for (let page = 1; page <= PAGES; page++) shelf.put(await fetchPage(edition, page), edition)
      }),
    async list() {
      await filling.waitForUnlock()
      return shelf.all()
    },
  }
}
