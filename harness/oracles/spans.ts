// What lasts from one moment to another: loads, locks that are held, answers that are in use. Moments are of one clock, whichever it is.

/** Moments are ordinals of events (`n`), steps, or numbers that somebody counts up: all of one kind. */
export interface Span {
  /** The moment in which it began. */
  readonly from: number
  /** The moment in which it was over; `null`: it was not. */
  readonly until: number | null
}

/** Of each two spans that have a moment in common: the one that began earlier, then the other. What ends as another begins is apart. */
export const overlapsIn = <One extends Span>(spans: readonly One[]): readonly (readonly [earlier: One, later: One])[] => {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  return sorted.flatMap((later, index) =>
    sorted
      .slice(0, index)
      .filter(({ until }) => until === null || until > later.from)
      .map((earlier) => [earlier, later] as const),
  )
}

/** By key, in the order in which the keys come. */
export const grouped = <One>(all: readonly One[], keyOf: (one: One) => string): ReadonlyMap<string, readonly One[]> => {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return groups
}

/** The events that show some of it, without those that are not known. */
export const eventsOf = (shown: readonly { readonly event?: number }[]): { readonly events?: readonly number[] } => {
  const events = [...new Set(shown.flatMap(({ event }) => event ?? []))]
  return events.length === 0 ? {} : { events }
}
