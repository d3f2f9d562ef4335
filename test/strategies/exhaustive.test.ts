// exhaustive: each schedule once, and a claim that is made only when it is earned.
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../harness/core/limits.js'
import { exhaustive } from '../../harness/strategies/index.js'
import { describeStrategyContract, explore, summaryOf } from './contract.js'
import { sequences } from './subjects.js'
import { runToy, toy, toySettings } from './toy-runtime.js'

describeStrategyContract('exhaustive', exhaustive)

const never = () => false

describe('exhaustive', () => {
  test('three threads of four steps have 12! / 4!^3 = 34,650 interleavings; each is visited once', () => {
    const series = exhaustive().series(1)
    const seen = new Set<number>()
    let executions = 0
    for (const { execution } of explore(series, sequences({ ann: 4, bob: 4, cat: 4 }, never), 100_000)) {
      seen.add(execution.traceHash)
      executions++
    }
    expect(executions).toBe(34_650)
    // Trace hashes have 32 bits: 0.14 collisions are expected among so many.
    expect(seen.size).toBeGreaterThanOrEqual(34_647)
    expect(series.claim?.()).toEqual({ complete: true, sentence: 'all 34,650 interleavings (choices of run)' })
  })

  test('data is branched like tasks: 2 * 3 answers on every order of two', () => {
    const body = toy((controls) => ({
      threads: {
        *ann() {
          yield
          controls.choose('chunk', 'rpc', ['whole', 'half'])
        },
        *bob() {
          yield
          controls.choose('delay', 'rpc', ['0 ms', '1 ms', '2 ms'])
        },
      },
    }))
    const series = exhaustive().series(1)
    expect([...explore(series, body, 100)]).toHaveLength(12)
    expect(series.claim?.().sentence).toBe('all 12 schedules (choices of run, chunk, delay)')
  })

  test('a bound of deviations is kept and stated', () => {
    const series = exhaustive({ deviationsAtMost: 1 }).series(1)
    const executions = [...explore(series, sequences({ ann: 2, bob: 2 }, never), 100)]
    // Places of the calm abab: two options at three of them.
    expect(executions).toHaveLength(4)
    expect(series.claim?.()).toEqual({
      complete: true,
      sentence: 'all 4 interleavings with at most 1 deviation (choices of run)',
    })
  })

  test('without a bound those with at most two deviations come first, so that an early end still says something whole', () => {
    const body = sequences({ ann: 4, bob: 4, cat: 4 }, never)
    const bounded = [...explore(exhaustive({ deviationsAtMost: 2 }).series(1), body, 10_000)].length
    const series = exhaustive().series(1)
    const sizes = [...explore(series, body, bounded + 50)].map(({ policy }) => policy.deviations.length)
    expect(Math.max(...sizes.slice(0, bounded))).toBe(2)
    expect(sizes.slice(bounded)).not.toContain(2)
    const { complete, sentence } = series.claim?.() ?? { complete: true, sentence: '' }
    expect(complete).toBe(false)
    expect(sentence).toMatch(
      new RegExp(
        `^${bounded + 50} interleavings, among them all with at most 2 deviations \\(choices of run\\); not exhaustive: [\\d,]+ prefixes are left$`,
      ),
    )
  })

  test('a limit that was met is said, and nothing exhaustive is claimed', () => {
    const series = exhaustive().series(1)
    const body = sequences({ ann: 2, bob: 2 }, never)
    for (let policy = series.next(); policy !== null; policy = series.next()) {
      series.learn(summaryOf(policy, runToy(body, toySettings({ policy, limits: { ...DEFAULT_LIMITS, steps: 3 } })), false))
    }
    expect(series.claim?.().complete).toBe(false)
    expect(series.claim?.().sentence).toMatch(/not exhaustive: \d+ ended at a limit or let something escape$/)
  })

  test('an execution that does not follow its prefix is noticed', () => {
    let count = 0
    // State that is kept from one execution to the next: every second one has no choices.
    const body = toy(() => {
      const thread = function* () {
        yield
      }
      return { threads: count++ % 2 === 0 ? { ann: thread, bob: thread } : { ann: thread } }
    })
    const series = exhaustive().series(1)
    for (const _ of explore(series, body, 100));
    expect(series.claim?.().complete).toBe(false)
    expect(series.claim?.().sentence).toContain('1 did not follow their prefix')
  })

  test('before anything was run nothing is claimed', () => {
    expect(exhaustive().series(1).claim?.().complete).toBe(false)
  })
})
