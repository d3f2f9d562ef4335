// The claims of the strategies once more, on ordinary promises in the simulated Node runtime.
import { describe, expect, test } from 'vitest'
import type { Body } from '../../harness/core/runtime.js'
import { deviations, pct, pos, random, type Strategy, slowTask, surw } from '../../harness/strategies/index.js'
import { run } from '../support/run.js'
import { summaryOf } from './contract.js'

/** Callers that do so many steps each; the bug is an order of all steps. */
const sequences =
  (lengths: Readonly<Record<string, number>>, isBug: (order: string) => boolean): Body =>
  async (controls) => {
    let order = ''
    const caller = async (name: string, steps: number): Promise<void> => {
      for (let i = 0; i < steps; i++) {
        await controls.pause('hop')
        order += name[0]
      }
    }
    await Promise.all(Object.entries(lengths).map(([name, steps]) => controls.as(name, () => caller(name, steps))))
    if (isBug(order)) throw new Error('bug')
  }

const executionsToFind = async (
  strategy: Strategy,
  body: Body,
  { seed, most }: { seed: number; most: number },
): Promise<number | null> => {
  const series = strategy.series(seed, most)
  for (let i = 0; i < most; i++) {
    const policy = series.next()
    if (policy === null) return null
    const execution = await run(body, policy, { record: i === 0 })
    if (execution.end.kind === 'threw') return i + 1
    series.learn(summaryOf(policy, execution, i === 0))
  }
  return null
}

const foundIn = async (strategy: Strategy, body: Body, seeds: number, most: number): Promise<number> => {
  let found = 0
  for (let seed = 0; seed < seeds; seed++) if ((await executionsToFind(strategy, body, { seed, most })) !== null) found++
  return found
}

describe('ordinary promises', () => {
  const late = sequences({ ann: 1, bob: 16 }, (order) => order.endsWith('a'))

  test('one step that must be late by sixteen: random misses it; priorities, weights and holds find it', async () => {
    // Per execution: random 2^-16; pct 1/2 at depth 1; pos and surw 1/17; slow-task 1/51 at least. Ten series each; the rarest misses
    // 500 executions with probability (50/51)^500 = 0.005 %.
    expect(await executionsToFind(random(), late, { seed: 1, most: 500 })).toBeNull()
    expect(await foundIn(pct({ depth: 1 }), late, 10, 30)).toBe(10)
    expect(await foundIn(pos(), late, 10, 200)).toBe(10)
    expect(await foundIn(surw(), late, 10, 200)).toBe(10)
    expect(await foundIn(slowTask(), late, 10, 500)).toBe(10)
  })

  test('the weights are the steps that the kernel has counted: one of 31 places is as likely as another', async () => {
    const middle = sequences({ ann: 30, bob: 1 }, (order) => order.indexOf('b') === 15)
    // Random 2^-16; surw 1/31: 300 executions miss with probability 0.005 %.
    expect(await executionsToFind(random(), middle, { seed: 1, most: 500 })).toBeNull()
    expect(await foundIn(surw(), middle, 10, 300)).toBe(10)
  })

  test('all single deviations are tried in as many executions as there are options', async () => {
    const lengths = { ann: 5, bob: 5, cat: 5 }
    const calm = 'abc'.repeat(5)
    // One swap anywhere: another order than the calm one, found by the second execution; all of them by the last.
    const orders = new Set<string>()
    const watching = sequences(lengths, (order) => {
      orders.add(order)
      return false
    })
    await executionsToFind(deviations(), watching, { seed: 1, most: 1000 })
    // Thirteen places of three options and one of two: 27 orders and the calm one.
    expect(orders).toContain(calm)
    expect(orders.size).toBe(28)
  })
})
