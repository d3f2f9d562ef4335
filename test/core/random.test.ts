// The integer arithmetic that draws stand on: exact, even, and not correlated between neighbouring arguments.
import { describe, expect, test } from 'vitest'
import { below, mix, stream } from '../../harness/core/random.js'

/** Exact by big integers. */
const belowExactly = (draw: number, bound: number): number => Number((BigInt(draw) * BigInt(bound)) >> 32n)

describe('below', () => {
  test('is floor(draw * bound / 2^32) exactly, for bounds up to 2^32', () => {
    const next = stream(1, 2)
    for (let i = 0; i < 20_000; i++) {
      const bound = i % 2 === 0 ? 1 + (next() >>> 12) : 1 + next()
      for (const draw of [next(), 0, 0xffffffff]) expect(below(draw, bound)).toBe(belowExactly(draw, bound))
    }
  })

  test('is as even as 2^32 draws can be: no two results differ by more than one draw', () => {
    for (const bound of [2, 3, 5, 7, 10, 1000]) {
      const limits = Array.from({ length: bound + 1 }, (_, i) =>
        Number((BigInt(i) * 2n ** 32n + BigInt(bound) - 1n) / BigInt(bound)),
      )
      const sizes = limits.slice(1).map((limit, i) => limit - (limits[i] as number))
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      for (let i = 0; i < bound; i++) {
        expect(below(limits[i] as number, bound)).toBe(i)
        expect(below((limits[i + 1] as number) - 1, bound)).toBe(i)
      }
    }
  })
})

describe('mix', () => {
  test('small arguments that are all different give different results', () => {
    const results = new Set<number>()
    for (let a = 0; a < 50; a++) for (let b = 0; b < 50; b++) for (let c = 0; c < 4; c++) results.add(mix(a, b, c))
    // 10,000 of 2^32: 0.01 collisions are expected.
    expect(results.size).toBeGreaterThan(9_997)
  })

  test('one bit of any argument flips every bit of the result half of the time', () => {
    const flips = Array.from({ length: 32 }, () => 0)
    let tries = 0
    for (let i = 0; i < 400; i++) {
      const at = [i, i % 7, i % 5] as const
      for (let bit = 0; bit < 8; bit++) {
        for (const [x, y, z] of [
          [1 << bit, 0, 0],
          [0, 1 << bit, 0],
          [0, 0, 1 << bit],
        ] as const) {
          const difference = mix(...at) ^ mix(at[0] ^ x, at[1] ^ y, at[2] ^ z)
          for (let out = 0; out < 32; out++) flips[out] = (flips[out] as number) + ((difference >>> out) & 1)
          tries++
        }
      }
    }
    // 9,600 tries: 4,800 flips, standard deviation 49 (some tries are pairs seen from both ends, so up to 70).
    for (const count of flips) expect(Math.abs(count - tries / 2)).toBeLessThan(350)
  })
})
