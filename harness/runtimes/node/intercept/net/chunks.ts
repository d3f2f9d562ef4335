// How much of what has arrived one read takes: all of it by default, as the real system does; else a cut at an unfortunate place.

/** What the system takes from a writer before it waits, and at most gives in one read: Linux' order of magnitude. */
export const BUFFER_BYTES = 65_536

/** So often one write is cut; after that its rest arrives whole. */
export const MAX_CUTS = 3

/** The ways to read on; equal indices name the same way throughout an execution's choice point. */
export interface Cuts {
  readonly names: readonly string[]
  readonly sizes: readonly number[]
}

const ALL = 'all'

/**
 * `ready`: bytes that a read can take now. `first`: how many of them came with the first write. `cut`: whether a write may be
 * cut. Sizes are distinct, so that no two options mean the same.
 */
export const cutsOf = (ready: number, first: number, cut: boolean): Cuts => {
  const names = [ALL]
  const sizes = [ready]
  const offer = (name: string, size: number): void => {
    if (size <= 0 || sizes.includes(size)) return
    names.push(name)
    sizes.push(size)
  }
  if (first < ready) offer('first write', first)
  if (cut) {
    offer('1 byte', 1)
    offer('half', ready >> 1)
    offer('all but 1 byte', ready - 1)
  }
  return { names, sizes }
}
