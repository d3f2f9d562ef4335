// How much of what has arrived one read takes: all of it by default, as the real system does; else a cut at an unfortunate place.

/** What the system takes from a writer before it waits, and at most gives in one read: Linux' order of magnitude. */
export const BUFFER_BYTES = 65_536

/** So often one write is cut; after that its rest arrives whole. */
export const MAX_CUTS = 3

/** The ways to read less than all, as bits: which of them there are makes a list of options. */
const FIRST = 1
const ONE = 2
const HALF = 4
const LAST = 8
const WAYS = [FIRST, ONE, HALF, LAST]
const WORDS: Readonly<Record<number, string>> = {
  [FIRST]: 'first write',
  [ONE]: '1 byte',
  [HALF]: 'half',
  [LAST]: 'all but 1 byte',
}

/** By bits: the kernel knows lists that it has seen before. */
const waysIn = (cuts: number): number[] => WAYS.filter((way) => (cuts & way) !== 0)
const NAMES = Array.from({ length: 16 }, (_, cuts) => ['all', ...waysIn(cuts).map((way) => WORDS[way] as string)])
const BITS = Array.from({ length: 16 }, (_, cuts) => [0, ...waysIn(cuts)])

/** What can be read: `ready` bytes, `first` of which came with the first write. */
export interface Readable {
  readonly ready: number
  readonly first: number
}

/** The ways to cut it, as bits; no two of them mean the same size. `inside`: whether a write may be cut. */
export const cutsOf = ({ ready, first }: Readable, inside: boolean): number => {
  const half = ready >> 1
  let cuts = first < ready ? FIRST : 0
  if (!inside || ready < 2) return cuts
  if (first !== 1) cuts |= ONE
  if (half > 1 && half !== first) cuts |= HALF
  if (ready - 1 > half && ready - 1 !== first) cuts |= LAST
  return cuts
}

/** Names of the options; [0] is all. */
export const namesOf = (cuts: number): readonly string[] => NAMES[cuts] as readonly string[]

/** Bytes that the option takes. */
export const sizeOf = ({ ready, first }: Readable, cuts: number, option: number): number => {
  const way = BITS[cuts]?.[option]
  if (way === FIRST) return first
  if (way === ONE) return 1
  if (way === HALF) return ready >> 1
  return way === LAST ? ready - 1 : ready
}
