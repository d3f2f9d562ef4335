// Budgets, as they are written and as they are spent.
import { expect, test } from 'vitest'
import { startBudget } from '../../harness/search/budget.js'
import { parseBudget } from '../../harness/search/index.js'

test.each([
  ['2000', { executions: 2000 }],
  ['30s', { ms: 30_000 }],
  [' 2m ', { ms: 120_000 }],
  ['250ms', { ms: 250 }],
])('%j', (text, spec) => {
  expect(parseBudget(text)).toEqual(spec)
})

test.each(['', '0', '0s', '-5', '1.5s', '10h', 'many', '99999999999999999999'])('%j is refused', (text) => {
  expect(() => parseBudget(text)).toThrow(/BAD_OPTION/)
})

test('executions are spent by count', () => {
  const budget = startBudget({ executions: 10 })
  expect([9, 10].map(budget.spent)).toEqual([false, true])
  expect([0, 5, 20].map(budget.done)).toEqual([0, 0.5, 1])
  expect(budget.isOver()).toBe(false)
})

test('a budget of time is over when it is over, whatever was executed', () => {
  const hours = startBudget({ ms: 3_600_000 })
  expect(hours.spent(1_000_000)).toBe(false)
  expect(hours.isOver()).toBe(false)
  const over = startBudget({ ms: 0 })
  expect([over.isOver(), over.spent(0), over.done(0)]).toEqual([true, true, 1])
})
