// Parts of a search that are joined: nothing that one of them has found or explored is lost.
import { describe, expect, test } from 'vitest'
import { type Account, emptyAccount, mergeShares, type Settled, type Shard } from '../../harness/search/index.js'
import { exhaustive } from '../../harness/strategies/index.js'
import { cutOptions, explorePlan } from './spread.js'
import { options } from './toy-search.js'
import { always, slowReader } from './toy-subjects.js'

describe('an enumeration over three machines', () => {
  /** The failure is in the 608th of 1,680 schedules. */
  const subject = slowReader(5, always(1, 1, 1))
  const partsOf = (budget: number) => {
    const how = options({ strategy: exhaustive(), budget: { executions: budget }, schedulesPerWorkload: 5000 })
    const explore = (shard: Shard) => explorePlan({ subject, options: how, most: 1, seed: 0 }, shard)
    const merging = { recorded: true, ...cutOptions({ subject, options: how }) }
    return Promise.all([1, 2, 3].map((index) => explore({ index, of: 3 }))).then((plans) => ({
      shares: plans.flatMap((plan) => plan.accounts()),
      merging,
    }))
  }

  test('what one of them finds beyond the budget is found, and all that lies before it counts', async () => {
    const { shares, merging } = await partsOf(500)
    const { account, aloneUntil } = mergeShares(shares, merging)
    expect(account.findings).toHaveLength(1)
    expect(account.findings[0]?.scheduleNumber).toBe(account.executions)
    expect(aloneUntil).toBe(500)
  })

  test('hands on a few bytes for each execution, however long its schedules are', async () => {
    const { shares } = await partsOf(400)
    const executions = shares.reduce((sum, { account }) => sum + account.executions, 0)
    const visits = JSON.stringify(shares.flatMap(({ account }) => account.visits))
    expect(executions).toBeGreaterThan(400)
    expect(visits.length / executions).toBeLessThan(45)
    expect(shares.every(({ account: { shared } }) => shared?.traces === null)).toBe(true)
  })

  test('it is found by the same execution as by one machine where the budget reaches to it', async () => {
    const { shares, merging } = await partsOf(700)
    const { account, aloneUntil } = mergeShares(shares, merging)
    expect(account).toMatchObject({ executions: 608, findings: [{ scheduleNumber: 608 }] })
    expect(aloneUntil).toBeNull()
  })
})

describe('what lies beyond the budget of one machine', () => {
  const seen = (choice: boolean): Account['seen'] => ({ ...emptyAccount(true).seen, executed: true, choice })
  const enumerated: Account = {
    ...emptyAccount(true),
    executions: 2,
    seen: seen(true),
    claims: {
      ...emptyAccount(true).claims,
      walk: { workload: 0, atMost: null, visited: [2], born: [0, 1], cutShort: 0, strayed: 0, kinds: ['run', 'delay'] },
    },
    visits: [
      { traceHash: 1, born: 0, kinds: ['run'], seen: seen(false) },
      { traceHash: 2, born: 1, kinds: ['delay'], seen: seen(true) },
    ],
  }

  test('is no evidence, and its kinds of choices are not claimed', () => {
    const { account } = mergeShares([{ share: 0, account: enumerated }], {
      recorded: true,
      budget: { executions: 1 },
      schedules: 1,
    })
    expect(account).toMatchObject({ executions: 1, seen: { choice: false }, claims: { walk: { kinds: ['run'], born: [0, 0] } } })
  })
})

describe('a share that several machines have explored', () => {
  const copy = (executions: number, found = false): Settled => {
    const findings = found ? [{ scheduleNumber: executions } as Account['findings'][number]] : []
    return { share: 0, account: { ...emptyAccount(true), executions, findings } }
  }
  const merged = (...shares: Settled[]) =>
    mergeShares(shares, { recorded: true, budget: { executions: 1000 }, schedules: 30 }).account

  test.each([
    ['found something', copy(50, true), copy(10), 1],
    ['got further', copy(120), copy(10), 0],
    ['found something, though another went on for longer', copy(50, true), copy(60), 1],
  ])('counts as the one that has %s', (_, better, worse, findings) => {
    const { executions } = better.account
    for (const account of [merged(better, worse), merged(worse, better)]) {
      expect([account.executions, account.findings.length]).toEqual([executions, findings])
    }
  })
})
