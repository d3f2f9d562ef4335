// random: finds what needs few steps, misses what needs one task to be late for long.
import { expect, test } from 'vitest'
import { fifo, random } from '../../harness/strategies/index.js'
import { describeStrategyContract, executionsToFind, explore, foundIn } from './contract.js'
import { lateBy } from './subjects.js'

describeStrategyContract('random', random)
describeStrategyContract('fifo', fifo)

test('fifo runs the calmest schedule once and misses what one swap shows; random finds it', () => {
  expect(executionsToFind(fifo().series(1), lateBy(1), 1000)).toBeNull()
  expect([...explore(fifo().series(1), lateBy(1), 1000)]).toHaveLength(1)
  // 1/2 per execution: all 100 series of 20 find it but with probability 100 * 2^-20 = 0.01 %.
  expect(foundIn(random(), lateBy(1), 100, 20)).toBe(100)
})

test('random misses what needs the same answer sixteen times in a row', () => {
  // 2^-16 per execution: one of 1,000 finds it with probability 1.5 %.
  expect(executionsToFind(random().series(1), lateBy(16), 1000)).toBeNull()
})

test('a walk that stays goes on with the running actor', () => {
  // With 15/16 and a half of the rest, bob goes on with probability 31/32: 1/2 * (31/32)^15 = 31 % per execution instead of 2^-16.
  expect(foundIn(random({ stay: 15 / 16 }), lateBy(16), 20, 100)).toBe(20)
})
