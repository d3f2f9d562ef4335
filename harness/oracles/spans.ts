// What lasts from one moment to another: loads, locks that are held, answers that are in use. Moments are of one clock, whichever it is.

/** Moments are ordinals of events (`n`), steps, or numbers that somebody counts up: all of one kind. */
export interface Span {
  /** The moment in which it began. */
  readonly from: number
  /** The moment in which it was over, not before `from`; `null`: it was not. */
  readonly until: number | null
}

/** A span that belongs to somebody: two of one owner are nothing that has to be apart. */
export interface OwnedSpan extends Span {
  readonly owner?: string
}

/**
 * Of each two spans that have a moment in common: the one that began earlier, then the other; of two that began together the longer one
 * first. What ends as another begins is apart, also where it ends in the moment in which it began itself. Throws where a moment is no
 * number, or a span ends before it begins: nothing can be said of such a one.
 */
export const overlapsIn = <One extends Span>(spans: readonly One[]): readonly (readonly [earlier: One, later: One])[] => {
  for (const span of spans) check(span)
  // Two that both last to the end differ by no number.
  const sorted = [...spans].sort((a, b) => a.from - b.from || endOf(b) - endOf(a) || 0)
  return sorted.flatMap((later, index) =>
    sorted
      .slice(0, index)
      .filter((earlier) => earlier.from < endOf(later) && later.from < endOf(earlier))
      .map((earlier) => [earlier, later] as const),
  )
}

/** The same without pairs of one owner. */
export const overlapsOfOthers = <One extends OwnedSpan>(spans: readonly One[]): ReturnType<typeof overlapsIn<One>> =>
  overlapsIn(spans).filter(([{ owner }, later]) => owner === undefined || owner !== later.owner)

const endOf = ({ until }: Span): number => until ?? Number.POSITIVE_INFINITY

const check = ({ from, until }: Span): void => {
  if (from <= (until ?? from)) return
  throw new RangeError(`what lasts from ${from} until ${until} cannot be compared`)
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
