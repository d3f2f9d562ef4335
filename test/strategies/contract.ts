// The contract kit of strategies: whatever is registered as one must pass it.
import { describe, expect, test } from 'vitest'
import type { Execution } from '../../harness/core/execution.js'
import { isHold, type Policy } from '../../harness/core/policy.js'
import type { Body } from '../../harness/core/runtime.js'
import type { Series, Strategy, Summary } from '../../harness/strategies/strategy.js'
import { runToy, toy, toySettings } from './toy-runtime.js'

/** What the search tells a series. */
export const summaryOf = (policy: Policy, execution: Execution, first: boolean): Summary => ({
  policy,
  answers: execution.answers,
  steps: execution.stats.steps,
  stepsByActor: execution.stats.stepsByActor,
  taskKeys: first ? execution.steps.map(({ key }) => key) : null,
  incomplete: execution.end.kind === 'limit',
})

/** Runs a series for at most `most` executions, as the search does; yields each policy with its execution. */
export function* explore(series: Series, body: Body, most: number): Generator<{ policy: Policy; execution: Execution }> {
  for (let i = 0; i < most; i++) {
    const policy = series.next()
    if (policy === null) return
    const execution = runToy(body, toySettings({ policy, record: i === 0 }))
    series.learn(summaryOf(policy, execution, i === 0))
    yield { policy, execution }
  }
}

/** Executions up to the first that threw; `null` if none did. */
export const executionsToFind = (series: Series, body: Body, most: number): number | null => {
  let count = 0
  for (const { execution } of explore(series, body, most)) {
    count++
    if (execution.end.kind === 'threw') return count
  }
  return null
}

/** In how many of `seeds` series the bug is found within `most` executions. */
export const foundIn = (strategy: Strategy, body: Body, seeds: number, most: number): number =>
  Array.from({ length: seeds }, (_, seed) => executionsToFind(strategy.series(seed, most), body, most)).filter((n) => n !== null)
    .length

const threeByThree = toy((controls) => {
  const thread = function* () {
    for (let i = 0; i < 3; i++) {
      yield
      controls.choose('chunk', 'part', ['whole', 'half'])
    }
  }
  return { threads: { ann: thread, bob: thread, 'main/2': thread } }
})

const policiesOf = (strategy: Strategy, seed: number, expected?: number): Policy[] =>
  [...explore(strategy.series(seed, expected), threeByThree, 40)].map(({ policy }) => policy)

export const describeStrategyContract = (name: string, make: () => Strategy): void => {
  describe(`${name} keeps the contract of strategies`, () => {
    test('it is registered under its own name', () => {
      expect(make().name).toBe(name)
    })

    test('the same seed and summaries give the same policies, in the same or another instance', () => {
      const strategy = make()
      const policies = policiesOf(strategy, 7, 40)
      expect(policiesOf(strategy, 7, 40)).toEqual(policies)
      expect(policiesOf(make(), 7, 40)).toEqual(policies)
    })

    test('series do not disturb one another', () => {
      const strategy = make()
      const alone = policiesOf(strategy, 3)
      const [a, b] = [strategy.series(3), strategy.series(4)]
      const [left, right] = [explore(a, threeByThree, 40), explore(b, threeByThree, 40)]
      const policies: Policy[] = []
      for (const { policy } of left) {
        policies.push(policy)
        right.next()
      }
      expect(policies).toEqual(alone)
    })

    test('policies are plain data: JSON gives back the same', () => {
      for (const policy of policiesOf(make(), 1)) expect(JSON.parse(JSON.stringify(policy))).toEqual(policy)
    })

    test('seeds, steps and indices are integers within their ranges', () => {
      for (const policy of policiesOf(make(), 0xffffffff)) {
        const steps = policy.pick === 'priority' ? policy.changeAt : []
        const stay = policy.pick === 'uniform' ? policy.stay : 0
        for (const number of [policy.seed, stay, ...steps]) expect(number).toBe(number >>> 0)
        const indices = policy.deviations.flatMap((change) => (isHold(change) ? [] : [change.index]))
        for (const index of indices) expect(index).toBeGreaterThan(0)
      }
    })

    test('a strategy that draws gives other policies to another seed; one that enumerates gives the same', () => {
      const strategy = make()
      const different = JSON.stringify(policiesOf(strategy, 1)) !== JSON.stringify(policiesOf(strategy, 2))
      expect(different).toBe(strategy.draws)
    })

    test('it goes on, or stays ended, and has something to try first', () => {
      const series = make().series(5)
      const count = [...explore(series, threeByThree, 200)].length
      expect(count).toBeGreaterThan(0)
      if (count < 200) expect([series.next(), series.next()]).toEqual([null, null])
    })

    test('a body without a choice is survived', () => {
      const nothing = toy(() => ({ threads: {} }))
      for (const { execution } of explore(make().series(1), nothing, 20)) expect(execution.end.kind).toBe('completed')
    })
  })
}
