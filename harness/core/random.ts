// Integer hashing that every language computes alike: no floats, no state. A draw is a function of (seed, step, salt),
// so a skipped or added choice point never shifts a later draw.

/**
 * Mixes three u32 into one u32. Each argument is folded in by a multiplication of its own: combined by xor alone, seed 6 at
 * step 1 would draw what seed 7 draws at step 0, and neighbouring seeds would walk the same schedules in another order.
 * Constants: MurmurHash3 (Appleby) and Ettinger's two-round finaliser.
 */
export const mix = (a: number, b: number, c: number): number => {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  h ^= h >>> 16
  h = Math.imul(h ^ b, 0xc2b2ae35)
  h ^= h >>> 15
  h = Math.imul(h ^ c, 0x27d4eb2f)
  h ^= h >>> 16
  h = Math.imul(h, 0x21f0aaad)
  h ^= h >>> 15
  h = Math.imul(h, 0x735a2d97)
  return (h ^ (h >>> 15)) >>> 0
}

const encoder = new TextEncoder()

/** FNV-1a over the UTF-8 bytes of `text`: a u32. */
export const hashText = (text: string): number => {
  let h = 0x811c9dc5
  for (const byte of encoder.encode(text)) h = Math.imul(h ^ byte, 16777619)
  return h >>> 0
}

/** Past it the product of a u32 and the bound has more than 53 bits. */
const SMALL = 2 ** 21

/** Maps a u32 onto 0 .. `bound` - 1 by multiply and shift: exactly floor(draw * bound / 2^32) for every bound up to 2^32. */
export const below = (draw: number, bound: number): number =>
  bound <= SMALL ? Math.floor((draw * bound) / 2 ** 32) : belowWide(draw, bound)

/** The same in halves of 16 bits, so that no product is rounded. */
const belowWide = (draw: number, bound: number): number =>
  Math.floor(((draw >>> 16) * bound + Math.floor(((draw & 0xffff) * bound) / 2 ** 16)) / 2 ** 16)

/** A stream of u32 for the subject's own randomness, or for seeds of executions: counter based, so it can be split by salt. */
export const stream = (seed: number, salt: number): (() => number) => {
  let count = 0
  return () => mix(seed, count++, salt)
}
