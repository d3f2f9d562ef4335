// A set of u32 in as few bytes as it can do with: searches of millions of executions tell interleavings apart with it.

export interface HashSet {
  readonly size: number
  /** Returns whether it is in the set now: `false` where there was no room. */
  add(hash: number): boolean
  /** In no order. */
  all(): number[]
  clear(): void
}

/** So many hashes take 32 MB; a `Set` would take 150. */
export const HASHES_AT_MOST = 2 ** 22

const SMALLEST = 2 ** 6
/** 0 marks a free cell, so it is kept as another number: one in 2^32 that is taken for it. */
const FOR_ZERO = 0x9e3779b9
/** What `clear` keeps: allocating anew for every small workload would cost more than wiping. */
const KEPT_AT_MOST = 2 ** 10

/** Open addressing with linear probing, at most half full; a cell of 0 is free. The hashes must be well mixed already. */
export const createHashSet = (most = HASHES_AT_MOST): HashSet => {
  let cells = new Uint32Array(SMALLEST)
  let size = 0

  /** Where the hash is, or would be. */
  const find = (hash: number): number => {
    const mask = cells.length - 1
    let at = hash & mask
    while (cells[at] !== 0 && cells[at] !== hash) at = (at + 1) & mask
    return at
  }
  const grow = (): void => {
    const before = cells
    cells = new Uint32Array(2 * before.length)
    for (const hash of before) if (hash !== 0) cells[find(hash)] = hash
  }
  return {
    get size() {
      return size
    },
    add(hash) {
      const key = hash || FOR_ZERO
      const at = find(key)
      if (cells[at] === key) return true
      if (size >= most) return false
      cells[at] = key
      size++
      if (2 * size > cells.length) grow()
      return true
    },
    all: () => [...cells].filter((cell) => cell !== 0),
    clear() {
      if (size === 0) return
      if (cells.length > KEPT_AT_MOST) cells = new Uint32Array(SMALLEST)
      else cells.fill(0)
      size = 0
    },
  }
}
