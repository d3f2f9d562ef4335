// slow-task: a task that is late by k steps is one hold.
import { expect, test } from 'vitest'
import { isHold } from '../../harness/core/policy.js'
import { random, slowTask } from '../../harness/strategies/index.js'
import { describeStrategyContract, executionsToFind, explore, foundIn } from './contract.js'
import { lateBy } from './subjects.js'
import { toy } from './toy-runtime.js'

describeStrategyContract('slow-task', slowTask)

test('one task that must be late by sixteen is found among seventeen', () => {
  const body = lateBy(16)
  // Random: 2^-16 per execution.
  expect(executionsToFind(random().series(1), body, 400)).toBeNull()
  // Alone (1/3) the right one of 17 tasks is held in 1/51 of the executions; in company another held task ties with it.
  // A series of 400 misses with probability (50/51)^400 = 0.04 % at most; sets are not drawn twice, which helps.
  expect(foundIn(slowTask(), body, 20, 400)).toBe(20)
})

test('it ends once every set has been tried', () => {
  // Four tasks: 4 single ones, 6 pairs and 4 threes.
  const policies = [...explore(slowTask().series(1), lateBy(3), 10_000)]
    .slice(1)
    .map(({ policy }) => policy.deviations.map(String))
  expect(policies.length).toBeGreaterThanOrEqual(14)
  expect(policies.length).toBeLessThan(200)
  const nothing = toy(() => ({ threads: {} }))
  expect([...explore(slowTask().series(1), nothing, 100)]).toHaveLength(1)
})

test('it holds one to three tasks of the calm execution, and tries a set again only when few are left', () => {
  const policies = [...explore(slowTask().series(2), lateBy(16), 120)].slice(1).map(({ policy }) => policy)
  const sets = policies.map(({ deviations }) => deviations.map((change) => (isHold(change) ? change.hold : '?')))
  expect(new Set(sets.map((set) => set.length))).toEqual(new Set([1, 2, 3]))
  for (const set of sets) expect(new Set(set).size).toBe(set.length)
  // 17 single sets are drawn 40 times; without the memory about 23 repeats.
  expect(sets.length - new Set(sets.map(String)).size).toBeLessThan(5)
  expect(sets.flat()).not.toContain('?')
})
