// pos: the chance of an order depends on the races in it, not on the steps around them.
import { expect, test } from 'vitest'
import type { Strategy } from '../../harness/strategies/index.js'
import { pos, random } from '../../harness/strategies/index.js'
import { describeStrategyContract, executionsToFind, explore, foundIn } from './contract.js'
import { alternation, privateWork } from './subjects.js'

describeStrategyContract('pos', pos)

/** The paper's BasicPOS: priorities stay as they were drawn. */
const basic = (): Strategy => {
  const { name, draws, series } = pos()
  const without = (seed: number): ReturnType<typeof series> => {
    const { next, learn } = series(seed)
    return { next: () => ({ ...next(), redrawOnClash: false }) as ReturnType<typeof next>, learn }
  }
  return { name, draws, series: without }
}

test('fourteen private steps before a race cost 1/16, not 2^-15', () => {
  const body = privateWork(14)
  // Random: bob is passed over at 15 places of two, 2^-15 per execution: 300 find it with probability 0.9 %.
  expect(executionsToFind(random().series(1), body, 300)).toBeNull()
  // POS: bob's is the lowest of 16 priorities (ann's private steps race with nobody). A series of 150 misses with
  // probability (15/16)^150 = 0.006 %.
  expect(foundIn(pos(), body, 40, 150)).toBe(40)
})

test('priorities that are drawn again after a race make alternation likelier', () => {
  const body = alternation(3)
  const rate = (strategy: Strategy): number =>
    [...explore(strategy.series(1), body, 4000)].filter(({ execution }) => execution.end.kind === 'threw').length
  // Basic: the seven priorities must descend in one of 5,040 orders: 0.8 of 4,000 executions, 6 or more with probability 0.02 %.
  // Redrawn: at each of five places the right one of two fresh priorities must be the higher one and above cat's c, (1 - c^2) / 2,
  // and the last one above c. The integral of ((1 - c^2) / 2)^5 * (1 - c) is 0.0089: 36 of 4,000, standard deviation 6.
  expect(rate(basic())).toBeLessThan(6)
  expect(rate(pos())).toBeGreaterThanOrEqual(12)
})

test('where no access is known nothing is drawn again: it is not a random walk', () => {
  const orders = (strategy: Strategy) =>
    [...explore(strategy.series(1), alternation(3, false), 200)].map(({ execution }) => execution.traceHash)
  expect(orders(pos())).toEqual(orders(basic()))
})
