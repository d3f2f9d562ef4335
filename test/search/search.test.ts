// The search over the toy runtime: what it finds, what it counts, and what it refuses to say.
import { describe, expect, test } from 'vitest'
import type { SearchProgress } from '../../harness/core/report.js'
import type { Runtime } from '../../harness/core/runtime.js'
import type { RaceId } from '../../harness/core/scenario.js'
import type { Oracle } from '../../harness/core/verdict.js'
import { fixedWorkload, type SearchSubject, search } from '../../harness/search/index.js'
import { exhaustive, fifo, random } from '../../harness/strategies/index.js'
import { onClock, options, watched } from './toy-search.js'
import { drawnWorkloads, ownSlot, sharedSlot, slowReader, workloadOf } from './toy-subjects.js'

describe('both twins', () => {
  test('the faulty one is found, the fixed one survives the same budget', async () => {
    const found = await search(sharedSlot(1), options())
    expect(found).toMatchObject({ outcome: 'fail', stopped: 'found', scenario: 'shared-slot', variant: 'faulty', met: false })
    expect(found.counterexamples).toHaveLength(1)
    expect(found.counterexamples[0]?.verdict).toMatchObject({ oracle: 'own-token', symptom: 'swap' })
    const survived = await search(ownSlot(1), options())
    expect(survived).toMatchObject({
      outcome: 'pass',
      met: true,
      stopped: 'budget',
      executions: 600,
      counterexamples: [],
      unknowns: [],
    })
  })

  test('schedules to find are the executions up to and with the first failure', async () => {
    const calmlyBad = await search(sharedSlot(1), options())
    expect(calmlyBad.counterexamples[0]).toMatchObject({ scheduleNumber: 1, strategy: 'fifo' })
    const { executions, counterexamples } = await search(slowReader(12), options())
    expect(counterexamples[0]?.scheduleNumber).toBe(executions)
    expect(executions).toBeGreaterThan(1)
    expect(counterexamples[0]?.strategy).not.toBe('portfolio')
  })

  test('the same seed gives the same report but for its times; another seed another search', async () => {
    const timeless = async (seed: number): Promise<string> => {
      const report = await search(slowReader(12, drawnWorkloads()), options({ seed }))
      return JSON.stringify(report, (key, value) => (key === 'ms' || key === 'foundMs' ? 0 : value))
    }
    const first = await timeless(1)
    expect(await timeless(1)).toBe(first)
    expect(await timeless(2)).not.toBe(first)
  })

  test('a report is plain data', async () => {
    const report = await search(slowReader(12), options())
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })
})

describe('budgets', () => {
  test('a single workload gets all of it, generated ones thirty schedules each', async () => {
    expect(await search(ownSlot(2), options())).toMatchObject({ executions: 600, workloads: 1 })
    expect(await search(ownSlot(2, drawnWorkloads()), options())).toMatchObject({ executions: 600, workloads: 20 })
    expect(await search(ownSlot(2, drawnWorkloads()), options({ schedulesPerWorkload: 7 }))).toMatchObject({
      executions: 600,
      workloads: 86,
    })
  })

  test('workloads are drawn on while a strategy ends before its thirty schedules', async () => {
    const report = await search(ownSlot(1, drawnWorkloads()), options({ strategy: fifo(), budget: { executions: 50 } }))
    expect(report).toMatchObject({ executions: 50, workloads: 50, stopped: 'budget' })
  })

  test('time is a budget too', async () => {
    const { runtime, executions } = watched()
    onClock(() => executions.length)
    const report = await search(ownSlot(1, drawnWorkloads()), options({ runtime, budget: { ms: 30 } }))
    expect(report.stopped).toBe('budget')
    expect(report.executions).toBeGreaterThan(20)
    expect(report.executions).toBeLessThanOrEqual(30)
  })

  test('distinct interleavings are counted within a workload', async () => {
    // 4!/(2! 2!) = 6 orders of two threads with two steps each.
    const body = fixedWorkload(workloadOf(1, 1))
    const report = await search(ownSlot(1, body), options({ strategy: random() }))
    expect(report.distinct).toBe(6)
    const { executions, distinct, draws, smallestProbability } = report.worth
    expect({ executions, distinct, draws }).toEqual({ executions: 600, distinct: 6, draws: 600 })
    expect(smallestProbability).toBeCloseTo(3 / 600, 4)
  })

  test('only drawn schedules are independent chances', async () => {
    const { worth } = await search(ownSlot(1), options({ budget: { executions: 100 } }))
    expect(worth.draws).toBeGreaterThan(50)
    expect(worth.draws).toBeLessThan(100)
    expect((await search(ownSlot(1), options({ strategy: fifo() }))).worth).toMatchObject({ draws: 0, smallestProbability: null })
  })

  test('an exhaustive search ends by itself and says what it has shown', async () => {
    const report = await search(ownSlot(1, fixedWorkload(workloadOf(1, 1))), options({ strategy: exhaustive() }))
    expect(report).toMatchObject({ outcome: 'pass', stopped: 'exhausted', executions: 6, distinct: 6 })
    expect(report.worth.claim).toMatch(/^all 6 interleavings \(choices of run\), under model loop1\./)
    const drawn = await search(ownSlot(0, drawnWorkloads()), options({ strategy: exhaustive(), budget: { executions: 100 } }))
    expect(drawn.worth.claim).toMatch(/^complete for \d+ of \d+ workloads/)
  })

  test('an interrupted search keeps what it has', async () => {
    const controller = new AbortController()
    const { runtime, executions } = watched()
    const stopping: Runtime = {
      ...runtime,
      execute: (body, settings) => {
        if (executions.length === 40) controller.abort()
        return runtime.execute(body, settings)
      },
    }
    const report = await search(ownSlot(2, drawnWorkloads()), options({ runtime: stopping, signal: controller.signal }))
    expect(report).toMatchObject({ stopped: 'interrupted', outcome: 'pass' })
    expect(report.executions).toBeGreaterThan(30)
    expect(report.executions).toBeLessThan(42)
  })

  test('progress is told with growing numbers', async () => {
    const told: SearchProgress[] = []
    await search(ownSlot(2), options({ budget: { executions: 20_000 }, onProgress: (progress) => told.push(progress) }))
    expect(told.length).toBeGreaterThan(0)
    expect(told[0]).toMatchObject({ scenario: 'own-slot', variant: 'fixed', executions: 1 })
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b))
  })
})

describe('what is wanted', () => {
  /** Fails in every execution, beside whatever else fails. */
  const grumpy: Oracle = { name: 'grumpy', judge: () => ({ oracle: 'grumpy', outcome: 'fail', symptom: 'mood', message: 'bad' }) }
  const moody = (): SearchSubject => ({ ...slowReader(6), oracles: [grumpy, ...slowReader(6).oracles] })

  test('a failure without the expected oracle does not end the search', async () => {
    const report = await search({ ...moody(), expect: 'own-token' }, options())
    expect(report).toMatchObject({ outcome: 'fail', met: true })
    expect(report.executions).toBeGreaterThan(1)
    expect(report.counterexamples[0]?.verdict.oracle).toBe('own-token')
  })

  test('it is reported all the same where the expected one does not come', async () => {
    const report = await search(
      { ...ownSlot(1), oracles: [grumpy], expect: 'own-token' },
      options({ budget: { executions: 50 } }),
    )
    expect(report).toMatchObject({ outcome: 'fail', met: false, executions: 50 })
    expect(report.counterexamples[0]?.verdict.oracle).toBe('grumpy')
    expect(report.notes[0]).toMatch(/grumpy \(mood\) failed 50 times/)
  })

  test('one race of the list can be searched for; others are counted', async () => {
    const races: RaceId[] = [
      { id: 'mood', oracle: 'grumpy', says: '' },
      { id: 'late', oracle: 'own-token', shows: (_, { history }) => history.length > 100, says: '' },
      { id: 'swap', oracle: 'own-token', symptom: 'swap', says: '' },
      { id: 'any', oracle: 'own-token', says: '' },
    ]
    const report = await search({ ...moody(), races }, options({ race: 'swap' }))
    expect(report.counterexamples[0]).toMatchObject({ race: 'swap', verdict: { oracle: 'own-token' } })
    const none = await search({ ...ownSlot(1), oracles: [grumpy], races }, options({ race: 'swap', budget: { executions: 50 } }))
    expect(none).toMatchObject({ outcome: 'pass', counterexamples: [] })
    expect(none.notes[0]).toMatch(/grumpy \(mood\) failed 50 times and is not the race `swap`/)
    await expect(search({ ...moody(), races }, options({ race: 'swop' }))).rejects.toThrow(
      /BAD_OPTION[\s\S]*mood, late, swap, any/,
    )
  })

  test('a scenario that expects a pass is met by a pass alone', async () => {
    expect((await search({ ...ownSlot(1), expect: 'pass' }, options())).met).toBe(true)
    expect((await search({ ...sharedSlot(1), expect: 'pass' }, options())).met).toBe(false)
  })
})
