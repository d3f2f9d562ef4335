// The compact set that tells interleavings apart says what a Set would.
import { expect, test } from 'vitest'
import { mix } from '../../harness/core/random.js'
import { createHashSet } from '../../harness/search/hash-set.js'

test('it holds what a Set holds, through growth and wiping', () => {
  const compact = createHashSet()
  for (const count of [10, 3000, 50, 20_000]) {
    const plain = new Set<number>()
    for (let i = 0; i < count; i++) {
      // Each number comes about twice.
      const hash = mix(count, i % Math.ceil(count / 2), 0)
      plain.add(hash)
      if (!compact.add(hash) || compact.size !== plain.size) throw new Error(`${compact.size} after ${i} of ${count}`)
    }
    expect(compact.size).toBe(plain.size)
    compact.clear()
    expect(compact.size).toBe(0)
  }
})

test('0 and neighbours that would lie in one place are told apart', () => {
  const compact = createHashSet()
  for (const hash of [0, 64, 128, 64, 0, 1, 0xffffffff]) compact.add(hash)
  expect(compact.size).toBe(5)
})

test('a full set knows what it holds, and says of others that it cannot tell', () => {
  const compact = createHashSet(100)
  for (let i = 1; i <= 100; i++) compact.add(mix(i, 0, 0))
  expect([compact.add(mix(7, 0, 0)), compact.add(mix(101, 0, 0)), compact.size]).toEqual([true, false, 100])
})
