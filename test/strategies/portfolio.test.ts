// portfolio: certain things first, then turns; it finds what each single way of drawing misses.
import { describe, expect, test } from 'vitest'
import { HarnessError } from '../../harness/core/errors.js'
import { calm, followSteps } from '../../harness/core/policy.js'
import { portfolio, random, replay, type Series, STRATEGY_NAMES, strategyByName } from '../../harness/strategies/index.js'
import { describeStrategyContract, executionsToFind, explore, foundIn } from './contract.js'
import { inTheMiddle, lateBy, privateWork, sequences, wholeBetween } from './subjects.js'

describeStrategyContract('portfolio', portfolio)
describeStrategyContract('replay', () => replay(followSteps([{ step: 1, index: 1 }])))

const threeByThree = sequences({ ann: 3, bob: 3, cat: 3 }, () => false)

/** Names of the strategies behind the policies of one series, in order. */
const namesOf = (expected: number | undefined, most: number): string[] => {
  const series = portfolio().series(1, expected)
  const names: string[] = []
  for (const _ of explore(series, threeByThree, most)) names.push(series.by?.().name ?? '?')
  return names
}

describe('the order of the portfolio', () => {
  test('the calmest once, then a third of the expected length in single deviations, then turns', () => {
    const names = namesOf(30, 30)
    expect(names[0]).toBe('fifo')
    expect(names.slice(1, 11)).toEqual(Array(10).fill('deviations'))
    expect(names.slice(11, 21)).toEqual([...turns, ...turns])
  })

  test('all single deviations where no length is told: seven places of three options and one of two', () => {
    const names = namesOf(undefined, 60)
    expect(names.filter((name) => name === 'deviations')).toHaveLength(15)
    expect(names[16]).toBe('random')
  })

  test('every strategy has learnt from the calmest execution: none runs it again', () => {
    const policies = [...explore(portfolio().series(1), threeByThree, 200)].map(({ policy }) => policy)
    expect(policies[0]).toEqual(calm)
    expect(policies.slice(1)).not.toContainEqual(calm)
  })
})

describe('the parts of a long series', () => {
  const policiesOf = (nth: number) =>
    [...explore(portfolio().part?.(1, 12, nth) as Series, threeByThree, 12)].map(({ policy }) => policy)
  const parts = [0, 1, 2, 3, 4].map(policiesOf)

  test('have all single deviations between them, each once, in the stretches that the first one begins', () => {
    const singles = parts.map((policies) =>
      policies.slice(1).filter(({ pick, deviations }) => pick === 'first' && deviations.length === 1),
    )
    const steps = singles.map((all) =>
      all.map(({ deviations }) => JSON.stringify(deviations)).filter((text) => text.includes('"step"')),
    )
    expect(steps.map(({ length }) => length)).toEqual([4, 4, 4, 3, 0])
    expect(new Set(steps.flat()).size).toBe(15)
  })

  test('begin as a series of that length does, and each draws for itself', () => {
    expect(parts[0]).toEqual([...explore(portfolio().series(1, 12), threeByThree, 12)].map(({ policy }) => policy))
    const drawn = parts.flat().filter(({ pick }) => pick !== 'first')
    expect(new Set(drawn.map((policy) => JSON.stringify(policy))).size).toBe(drawn.length)
  })
})

const turns = ['random', 'pos', 'surw', 'slow-task', 'pct']

describe('what the portfolio finds', () => {
  // Every fifth execution belongs to the member that finds it: with 1/2 (pct), 1/31 (surw), 1/14 (pos). The last is of depth 2 and
  // pct looks for depth 3: ann is above, one change point is the one before her last step, and the other one comes after it all;
  // 1/2 * 2/17 * 1/17 = 1/289. 2,000 executions of it miss with probability 0.1 %, one of ten such series with 1 %.
  test.each([
    ['late by 20', lateBy(20)],
    ['in the middle of 30', inTheMiddle(30)],
    ['twelve private steps', privateWork(12)],
    ['whole between', wholeBetween(8)],
  ])('%s', (_, body) => {
    expect(foundIn(portfolio(), body, 10, 10_000)).toBe(10)
  })

  test('random alone misses them: 2^-20, 2^-16, 2^-13 and 2^-16 per execution', () => {
    for (const body of [lateBy(20), inTheMiddle(30), wholeBetween(8)])
      expect(executionsToFind(random().series(1), body, 500)).toBeNull()
  })
})

describe('strategies by name', () => {
  test.each(STRATEGY_NAMES)('%s', (name) => {
    expect(strategyByName(name).name).toBe(name)
  })

  test('the default comes first', () => {
    expect(STRATEGY_NAMES[0]).toBe('portfolio')
  })

  test('another name is the user’s mistake and lists what there is', () => {
    expect(() => strategyByName('toString')).toThrow(HarnessError)
    expect(() => strategyByName('pcd')).toThrow(/BAD_OPTION.*`pcd`[\s\S]*expected: portfolio, random/)
  })

  test('replay needs its policy', () => {
    expect(() => strategyByName('replay')).toThrow(/BAD_OPTION/)
    expect(strategyByName('replay', { policy: calm }).series(1).next()).toEqual(calm)
  })
})
