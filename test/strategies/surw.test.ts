// surw: every interleaving is as likely as every other one.
import { expect, test } from 'vitest'
import { random, surw } from '../../harness/strategies/index.js'
import { describeStrategyContract, executionsToFind, explore, foundIn } from './contract.js'
import { inTheMiddle, sequences } from './subjects.js'

describeStrategyContract('surw', surw)

test('one step in the middle of thirty costs 1/31, not 2^-16', () => {
  const body = inTheMiddle(30)
  // Random: bob is passed over fifteen times and then taken, 2^-16 per execution: 1,000 find it with probability 1.5 %.
  expect(executionsToFind(random().series(1), body, 1000)).toBeNull()
  // SURW: one of 31 interleavings. A series of 300 misses with probability (30/31)^300 = 0.005 %.
  expect(foundIn(surw(), body, 40, 300)).toBe(40)
})

test('the interleavings of two threads of three steps come equally often; a random walk favours the extremes', () => {
  const body = sequences({ ann: 3, bob: 3 }, () => false)
  const countsOf = (strategy: typeof surw): number[] => {
    const counts = new Map<number, number>()
    for (const { execution } of explore(strategy().series(9), body, 4001)) {
      counts.set(execution.traceHash, (counts.get(execution.traceHash) ?? 0) + 1)
    }
    return [...counts.values()]
  }
  const even = countsOf(surw)
  const walk = countsOf(random)
  // C(6,3) = 20 orders, 200 of 4,000 each, standard deviation 14. In a walk aaabbb has probability 1/8: 500.
  expect(even).toHaveLength(20)
  expect(Math.max(...even)).toBeLessThan(270)
  expect(Math.min(...even)).toBeGreaterThan(130)
  expect(Math.max(...walk)).toBeGreaterThan(400)
})
