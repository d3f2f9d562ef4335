// pct: 1 / (n * k^(d-1)) per execution, whatever the length of the threads.
import { expect, test } from 'vitest'
import { pct, random } from '../../harness/strategies/index.js'
import { describeStrategyContract, executionsToFind, explore, foundIn } from './contract.js'
import { lateBy, wholeBetween } from './subjects.js'

describeStrategyContract('pct', pct)

test('depth 1: a step that is late by twenty is a matter of one priority', () => {
  // Random: 2^-20 per execution, 1,000 of them 0.1 %. PCT of depth 1: bob is above ann in 1/2 of the executions; after the calm
  // first one, 100 series of 20 all find it but with probability 100 * 2^-19 = 0.02 %.
  expect(executionsToFind(random().series(1), lateBy(20), 1000)).toBeNull()
  expect(foundIn(pct({ depth: 1 }), lateBy(20), 100, 20)).toBe(100)
})

test('depth 2: one change point at the right one of k places', () => {
  const body = wholeBetween(8)
  // Random: eight times ann, eight times bob, 2^-16 per execution. PCT of depth 2: ann is above bob (1/2) and the change point
  // is the one before her last step; no execution has more than 17 places, so 1/34 at least. 20 series of 300: a series
  // misses with probability (33/34)^300 = 0.013 %.
  expect(executionsToFind(random().series(1), body, 300)).toBeNull()
  expect(foundIn(pct({ depth: 2 }), body, 20, 300)).toBe(20)
})

test('depth 1 cannot show a bug of depth 2', () => {
  expect(foundIn(pct({ depth: 1 }), wholeBetween(8), 10, 300)).toBe(0)
})

test('change points are drawn among the places of the longest execution so far', () => {
  const changes = [...explore(pct({ depth: 2 }).series(3), wholeBetween(8), 300)].flatMap(({ policy }) =>
    policy.pick === 'priority' ? policy.changeAt : [],
  )
  expect(new Set(changes).size).toBeGreaterThan(12)
  expect(Math.max(...changes)).toBeLessThan(17)
})
