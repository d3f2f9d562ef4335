// deviations: whatever one choice can show is found for certain, in as many executions as there are options.
import { expect, test } from 'vitest'
import { followSteps } from '../../harness/core/policy.js'
import { deviations, random } from '../../harness/strategies/index.js'
import { describeStrategyContract, executionsToFind, explore } from './contract.js'
import { sequences } from './subjects.js'
import { runToy, toySettings } from './toy-runtime.js'

describeStrategyContract('deviations', deviations)

const lengths = { ann: 8, bob: 8, cat: 8 }

/** The bug is the very order to which one deviation leads. */
const oneSwap = (step: number, index: number) => {
  let wanted = ''
  const learning = sequences(lengths, (order) => {
    wanted = order
    return false
  })
  runToy(learning, toySettings({ policy: followSteps([{ step, index }]) }))
  return sequences(lengths, (order) => order === wanted)
}

test('every order that is one deviation away is found within the number of options', () => {
  const places = runToy(oneSwap(0, 1), toySettings({ policy: followSteps([]) })).answers
  const options = places.reduce((sum, { count }) => sum + count - 1, 0)
  for (const { step, count } of places) {
    for (let index = 1; index < count; index++) {
      const found = executionsToFind(deviations().series(1), oneSwap(step, index), 1000)
      expect(found).not.toBeNull()
      expect(found).toBeLessThanOrEqual(1 + options)
    }
  }
  // Random: 22 places of two or three options must be answered in one way: below 2^-30 per execution.
  expect(executionsToFind(random().series(1), oneSwap(10, 1), 1000)).toBeNull()
})

test('it ends when all are tried, and says so', () => {
  const series = deviations().series(1)
  const executions = [
    ...explore(
      series,
      sequences(lengths, () => false),
      1000,
    ),
  ].length
  expect(series.claim?.()).toEqual({
    complete: true,
    sentence: `all ${executions - 1} single deviations from the calmest schedule`,
  })
})

test('a bounded series tries that many different ones, and others under another seed', () => {
  const body = sequences(lengths, () => false)
  const tried = (seed: number): string[] =>
    [...explore(deviations({ atMost: 10 }).series(seed), body, 1000)]
      .slice(1)
      .map(({ policy }) => JSON.stringify(policy.deviations))
  expect(new Set(tried(1)).size).toBe(10)
  expect(tried(2)).not.toEqual(tried(1))
  const series = deviations({ atMost: 10 }).series(1)
  for (const _ of explore(series, body, 1000));
  expect(series.claim?.().complete).toBe(false)
  expect(series.claim?.().sentence).toMatch(/^10 of \d+ single deviations/)
})
