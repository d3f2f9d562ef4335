// Works through things, so many at a time, in their order.

/** What `work` makes of each, in the order of `items`; `mayGoOn` is asked before each. `work` must not reject. */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  { atOnce, mayGoOn = () => true }: { readonly atOnce: number; readonly mayGoOn?: () => boolean },
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  let next = 0
  const workThrough = async (): Promise<void> => {
    for (let i = next++; i < items.length && mayGoOn(); i = next++) results[i] = await work(items[i] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, workThrough))
  // Where it did not go on there are none.
  return results.filter((result) => result !== undefined)
}
