// Integer hashing that every language computes alike: no floats, no state. A draw is a function of (seed, step, salt),
// so a skipped or added choice point never shifts a later draw.

/** Mixes three u32 into one u32. */
export const mix = (a: number, b: number, c: number): number => {
  let h = Math.imul(a ^ 0x9e3779b9 ^ b, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h ^ c, 0xc2b2ae35)
  h ^= h >>> 16
  h = Math.imul(h, 0x27d4eb2f)
  return (h ^ (h >>> 15)) >>> 0
}

const encoder = new TextEncoder()

/** FNV-1a over the UTF-8 bytes of `text`: a u32. */
export const hashText = (text: string): number => {
  let h = 0x811c9dc5
  for (const byte of encoder.encode(text)) h = Math.imul(h ^ byte, 16777619)
  return h >>> 0
}

/** Maps a u32 onto 0 .. `bound` - 1 by multiply and shift, exactly (the product stays below 2^53 for bounds below 2^21). */
export const below = (draw: number, bound: number): number => Math.floor((draw * bound) / 4294967296)

/** A stream of u32 for the subject's own randomness, or for seeds of executions: counter based, so it can be split by salt. */
export const stream = (seed: number, salt: number): (() => number) => {
  let count = 0
  return () => mix(seed, count++, salt)
}
