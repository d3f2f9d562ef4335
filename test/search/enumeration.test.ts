// The shares of an enumeration: what visits have brought is handed out, level by level.
import { describe, expect, test } from 'vitest'
import { type Account, emptyAccount, type Share, supplyOf } from '../../harness/search/index.js'
import { exhaustive } from '../../harness/strategies/index.js'

const LARGE = 1_000_000
const supply = () => supplyOf({ budget: { executions: LARGE }, schedules: LARGE, strategy: exhaustive(), whole: false })

/** Each of the visits has met one choice with so many options. */
const visiting = ({ most }: Share, options: number): Account => ({
  ...emptyAccount(true),
  executions: most ?? 0,
  visits: Array.from({ length: most ?? 0 }, () => ({ traceHash: 1, born: options - 1, beyond: [0, options] })),
})

describe('an enumeration', () => {
  test('goes on after a visit that has brought 140,000 schedules', () => {
    const shares = supply()
    const root = shares.next as Share
    shares.take()
    shares.learn(root, visiting(root, 140_001))
    const sizes: number[] = []
    for (let next = shares.next; next !== null; next = shares.next) {
      sizes.push(next.most ?? 0)
      shares.take()
    }
    expect(sizes.reduce((a, b) => a + b, 0)).toBe(140_000)
  })
})
