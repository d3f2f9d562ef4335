// A search in shares: whoever explores them, in whatever order, it comes to what one process in their order would say.
import { describe, expect, test } from 'vitest'
import type { Execution } from '../../harness/core/execution.js'
import type { SearchReport } from '../../harness/core/report.js'
import { emptyAccount } from '../../harness/search/account.js'
import {
  type Account,
  createHunt,
  createPlan,
  cutOf,
  fixedWorkload,
  type SearchSubject,
  search,
  supplyOf,
  type WorkloadSource,
} from '../../harness/search/index.js'
import { mergeShares } from '../../harness/search/merge.js'
import { exhaustive, fifo, random } from '../../harness/strategies/index.js'
import { cutOptions, explorePlan, spreadReportOf } from './spread.js'
import { options, watched } from './toy-search.js'
import { always, drawnWorkloads, ownSlot, sharedSlot, slowReader, workloadOf } from './toy-subjects.js'

const timeless = (report: SearchReport): unknown =>
  JSON.parse(JSON.stringify(report, (key, value) => (key === 'ms' || key === 'foundMs' ? 0 : value)))

const grumpy = (subject: SearchSubject): SearchSubject => ({
  ...subject,
  expect: 'own-token',
  oracles: [
    {
      name: 'grumpy',
      judge: ({ traceHash }) => ({ oracle: 'grumpy', outcome: traceHash % 9 === 0 ? 'fail' : 'pass', message: 'bad' }),
    },
    ...subject.oracles,
  ],
})

const enumerating = (executions: number, schedulesPerWorkload: number, deviationsAtMost = Number.POSITIVE_INFINITY) => ({
  strategy: exhaustive({ deviationsAtMost }),
  budget: { executions },
  schedulesPerWorkload,
})

const SEARCHES: readonly (readonly [string, SearchSubject, Parameters<typeof options>[0]])[] = [
  ['nothing to find', ownSlot(2, drawnWorkloads()), {}],
  ['a budget that ends within a share', ownSlot(2, drawnWorkloads()), { budget: { executions: 500 } }],
  ['found by the first execution', sharedSlot(1, drawnWorkloads()), {}],
  ['found late', slowReader(10, drawnWorkloads()), { strategy: random(), seed: 1 }],
  ['another failure on the way', grumpy(slowReader(16, drawnWorkloads())), { strategy: random() }],
  ['another failure alone', grumpy(ownSlot(2, drawnWorkloads())), {}],
  ['a strategy that ends by itself', ownSlot(1, drawnWorkloads()), { strategy: fifo(), budget: { executions: 300 } }],
  ['many schedules of each workload', ownSlot(2, drawnWorkloads()), { schedulesPerWorkload: 400 }],
  [
    'found among many schedules of one workload',
    slowReader(10, drawnWorkloads()),
    { schedulesPerWorkload: 5000, budget: { executions: 5000 }, strategy: random(), seed: 1 },
  ],
  ['claims', ownSlot(1, drawnWorkloads()), { strategy: exhaustive(), budget: { executions: 900 } }],
  ['an enumeration that ends by itself', ownSlot(2, always(1, 1, 1)), enumerating(5000, 5000)],
  ['an enumeration whose budget ends in the middle', ownSlot(2, always(1, 1, 1)), enumerating(1000, 5000)],
  ['enumerations of several workloads', ownSlot(1, drawnWorkloads()), enumerating(900, 300)],
  ['an enumeration that finds something', slowReader(5, always(1, 1, 1)), enumerating(5000, 5000)],
  ['an enumeration that meets another failure on the way', grumpy(slowReader(5, always(1, 1, 1))), enumerating(5000, 5000)],
  ['an enumeration up to so many deviations', ownSlot(2, always(1, 1, 1)), enumerating(3000, 3000, 4)],
]

describe('the same report', () => {
  test.each(SEARCHES)('%s: for any number of processes, in any order', async (_, subject, changes) => {
    const alone = timeless(await search(subject, options(changes)))
    for (const [most, seed] of [
      [1, 1],
      [2, 2],
      [5, 3],
      [5, 4],
    ] as const) {
      expect(timeless(await spreadReportOf({ subject, options: options(changes), most, seed }))).toEqual(alone)
    }
  })

  test('one of them is found in a later share, and others in shares behind it', async () => {
    const [, subject, changes] = SEARCHES[3] as (typeof SEARCHES)[number]
    const { executions } = await search(subject, options(changes))
    expect(executions).toBeGreaterThan(120)
  })
})

describe('enumerations', () => {
  const reportOf = async (name: string) => {
    const [, subject, changes] = SEARCHES.find(([each]) => each === name) as (typeof SEARCHES)[number]
    return search(subject, options(changes))
  }

  test.each([
    // Three callers of three steps: 9! / 3!^3.
    [
      'an enumeration that ends by itself',
      { executions: 1680, distinct: 1680, stopped: 'exhausted' },
      /^all 1,680 interleavings \(/,
    ],
    [
      'an enumeration whose budget ends in the middle',
      { executions: 1000, distinct: 1000, stopped: 'budget' },
      /^1,000 interleavings, among them all with at most 4 deviations .*; not exhaustive: [\d,]+ prefixes are left/,
    ],
    ['enumerations of several workloads', { stopped: 'budget', workloads: 3 }, /^complete for [012] of 3 workloads/],
    [
      'an enumeration that finds something',
      { executions: 608, stopped: 'found' },
      /^608 interleavings, among them all with at most 4/,
    ],
    [
      'an enumeration up to so many deviations',
      { stopped: 'exhausted' },
      /^all [\d,]+ interleavings with at most 4 deviations \(/,
    ],
  ])('%s', async (name, facts, claim) => {
    const report = await reportOf(name)
    expect(report).toMatchObject(facts)
    expect(report.worth.claim).toMatch(claim)
  })

  test('the schedules come in the same order in one series as in shares', async () => {
    const tracesOf = async (workloads: WorkloadSource): Promise<number[]> => {
      const { runtime, executions } = watched()
      const changes = { ...enumerating(700, 700), runtime, canaryEvery: 0, warmUp: false }
      await search(ownSlot(2, workloads), options(changes))
      return executions.map(({ traceHash }) => traceHash)
    }
    // So many reach into a level of more than 256, which is dealt out.
    const inShares = await tracesOf(always(1, 1, 1))
    expect(inShares).toHaveLength(700)
    expect(await tracesOf(fixedWorkload(workloadOf(1, 1, 1)))).toEqual(inShares)
  })
})

describe('shards', () => {
  /** By share: the traces of its executions, in order. */
  const tracesOf = async (subject: SearchSubject, shares: readonly number[]): Promise<readonly number[][]> => {
    const all: number[][] = []
    for (const number of shares) {
      const { runtime, executions } = watched()
      const hunt = createHunt(subject, { ...options(), runtime, canaryEvery: 0, warmUp: false })
      await hunt.explore({ number, most: 120 }, { mayGoOn: () => true, elapsedMs: () => 0, isFinal: async () => false })
      all.push(executions.map(({ traceHash }: Execution) => traceHash))
    }
    return all
  }

  test('explore together what one machine would, execution by execution', async () => {
    const subject = ownSlot(2, drawnWorkloads())
    const { runtime, executions } = watched()
    await search(subject, options({ runtime, canaryEvery: 0, warmUp: false }))
    const one = executions.map(({ traceHash }) => traceHash)
    const shares = await Promise.all(
      [1, 2, 3].map(async (index) => {
        const plan = await explorePlan({ subject, options: options(), most: 2, seed: index }, { index, of: 3 })
        return plan.accounts().map(({ share }) => share)
      }),
    )
    expect(shares).toEqual([[0, 3], [1, 4], [2]])
    const traces = await tracesOf(subject, [0, 1, 2, 3, 4])
    expect(traces.flat()).toEqual(one)
  })

  test.each(SEARCHES)('%s: added up, their accounts are those of one machine', async (_, subject, changes) => {
    const plan = await explorePlan({ subject, options: options(changes), most: 1, seed: 0 })
    for (const of of [2, 3, 7]) {
      const parts = await Promise.all(
        Array.from({ length: of }, (_, i) =>
          explorePlan({ subject, options: options(changes), most: 3, seed: of + i }, { index: i + 1, of }),
        ),
      )
      const how = { recorded: true, ...cutOptions({ subject, options: options(changes) }) }
      expect(mergeShares(parts.flatMap((part) => part.accounts()).reverse(), how)).toMatchObject({
        account: plan.account(),
        aloneUntil: null,
      })
    }
  })
})

describe('a plan', () => {
  const supply = () => supplyOf({ budget: { executions: 1000 }, schedules: 30, strategy: random(), whole: false })
  const executed = (executions: number): Account => ({ ...emptyAccount(true), executions })
  const found: Account = { ...executed(7), findings: [{ scheduleNumber: 7 } as Account['findings'][number]] }

  test('hands out shares of 120 executions until the budget is spent', () => {
    const plan = createPlan({ supply: supply(), recorded: true })
    const sizes: (number | null)[] = []
    for (let share = plan.take(); share !== null; share = plan.take()) sizes.push(share.most)
    expect(sizes).toEqual([120, 120, 120, 120, 120, 120, 120, 120, 40])
    expect(cutOf({ budget: { executions: 1000 }, schedules: 400, draws: false, whole: false })(2)).toEqual({
      number: 2,
      most: 200,
    })
    expect(cutOf({ budget: { ms: 5 }, schedules: 30, draws: true, whole: false })(1_000_000)).toEqual({
      number: 1_000_000,
      most: 120,
    })
    expect(cutOf({ budget: { executions: 1000 }, schedules: 30, draws: true, whole: true })(0)).toEqual({ number: 0, most: 1000 })
    expect(cutOf({ budget: { executions: 1000 }, schedules: 30, draws: true, whole: true })(1)).toBeNull()
  })

  test('takes the schedules of a workload apart where there are more than a share has', () => {
    const parts = cutOf({ budget: { executions: 1000 }, schedules: 400, draws: true, whole: false })
    const shares = Array.from({ length: 11 }, (_, number) => parts(number))
    expect(shares.map((share) => share?.most)).toEqual([120, 120, 120, 40, 120, 120, 120, 40, 120, 80, undefined])
    expect(shares[5]).toEqual({ number: 5, most: 120, part: { workload: 1, nth: 1, length: 120 } })
  })

  test('counts an interleaving of a workload once, however many of its parts have met it', () => {
    const plan = createPlan({ supply: supply(), recorded: true })
    const shares = Array.from({ length: 3 }, () => plan.take()) as never[]
    const meeting = (workload: number, traces: number[]): Account => ({
      ...executed(120),
      distinct: traces.length,
      shared: { workload, traces },
    })
    plan.settle(shares[2] as never, meeting(1, [1, 2, 3]))
    plan.settle(shares[0] as never, meeting(0, [1, 2, 3]))
    plan.settle(shares[1] as never, meeting(0, [3, 4]))
    expect(plan.account()).toMatchObject({ executions: 360, distinct: 7 })
  })

  test('a finding ends it: shares behind it do not count, those before it do', () => {
    const plan = createPlan({ supply: supply(), recorded: true })
    const [a, b, c, d] = Array.from({ length: 4 }, () => plan.take()) as [never, never, never, never]
    plan.settle(d, executed(120))
    plan.settle(c, found)
    expect([a, b, c, d].map(plan.counts)).toEqual([true, true, true, false])
    expect(plan.take()).toBeNull()
    expect([plan.isSettledBelow(c), plan.end]).toEqual([false, { share: 2, error: null }])
    plan.settle(a, executed(120))
    plan.settle(b, found)
    expect([plan.isSettledBelow(b), plan.end]).toEqual([true, { share: 1, error: null }])
    expect(plan.account()).toMatchObject({ executions: 127, findings: [{ scheduleNumber: 127 }] })
  })

  test('what keeps a share from being explored ends it there, unless something before it does', () => {
    const plan = createPlan({ supply: supply(), recorded: true })
    const [a, b, c] = Array.from({ length: 3 }, () => plan.take()) as [never, never, never]
    plan.fail(b, 'broken')
    expect([plan.hasMore, plan.counts(c), plan.end]).toEqual([false, false, { share: 1, error: 'broken' }])
    plan.settle(a, found)
    expect(plan.end).toEqual({ share: 0, error: null })
  })

  test('a share that comes back twice counts once', () => {
    const plan = createPlan({ supply: supply(), recorded: true })
    const share = plan.take() as never
    plan.settle(share, executed(120))
    plan.settle(share, executed(120))
    expect(plan.account().executions).toBe(120)
  })

  test('stopped, it hands out nothing more and keeps what comes back', () => {
    const plan = createPlan({ supply: supply(), recorded: true })
    const [a, b] = [plan.take(), plan.take()] as [never, never]
    plan.stop()
    plan.abandon(a)
    plan.settle(b, executed(17))
    expect([plan.take(), plan.account().executions]).toEqual([null, 17])
  })
})
