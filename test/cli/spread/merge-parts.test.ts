// What several machines have seen of one search, joined: the report, whatever became of one of them.
import { describe, expect, test } from 'vitest'
import { mergeParts } from '../../../harness/cli/merge/merge-parts.js'
import type { Part } from '../../../harness/cli/merge/read-parts.js'
import type { ShardData } from '../../../harness/cli/merge/shard-data.js'
import { type Account, emptyAccount, type Settled } from '../../../harness/search/index.js'
import { exhaustive } from '../../../harness/strategies/index.js'
import { counterexample, report } from '../../reporters/samples.js'
import { explorePlan } from '../../search/spread.js'
import { options } from '../../search/toy-search.js'
import { always, ownSlot } from '../../search/toy-subjects.js'

const DATA: ShardData = {
  format: 1,
  target: { registered: 'crowd' },
  subject: { scenario: 'crowd', variant: 'rare', expect: null, model: 'node', whole: false, recordsOperations: true },
  runtime: 'node',
  strategy: 'exhaustive',
  seed: 1,
  budget: { executions: 1000 },
  schedules: 1000,
  named: false,
  race: null,
  keepGoing: false,
  shares: [],
  broken: null,
  interrupted: false,
  ms: 1,
  notes: [],
}

const partsOf = (...parts: readonly Partial<ShardData>[]): Part[] =>
  parts.map((changes, i) => {
    const data = { ...DATA, ...changes }
    const isFound = data.shares.some(({ account }) => account.findings.length > 0)
    const counterexamples = isFound ? [counterexample()] : []
    return {
      file: `part-${i + 1}.json`,
      index: i + 1,
      of: parts.length,
      data,
      report: report({ scenario: 'crowd', variant: 'rare', counterexamples }),
      problem: data.broken?.problem ?? null,
      counterexamples,
    }
  })

const share = (number: number, executions: number, isFound = false): Settled => {
  const findings = isFound ? [{ scheduleNumber: executions, foundMs: 1 } as Account['findings'][number]] : []
  return { share: number, account: { ...emptyAccount(true), executions, findings } }
}

const rowOf = (...parts: readonly Partial<ShardData>[]) => mergeParts(partsOf(...parts))[0]

const brokenAt = (number: number): Pick<ShardData, 'broken'> => ({
  broken: { share: number, problem: { code: 'WORKER_DIED', fault: 'driver', text: 'three have died' } },
})

describe('a share that all explore', () => {
  test('is told by whoever has found something in it, though another was interrupted over it', () => {
    const [found, interrupted] = [{ shares: [share(0, 50, true)] }, { shares: [share(0, 10)], interrupted: true }]
    for (const row of [rowOf(found, interrupted), rowOf(interrupted, found)]) {
      expect(row?.report).toMatchObject({ outcome: 'fail', executions: 50, counterexamples: [{ scheduleNumber: 50 }] })
    }
  })

  test('counts where it broke for one of them and another has explored it: so does what that one has found behind it', () => {
    const row = rowOf({ shares: [], ...brokenAt(0) }, { shares: [share(0, 120), share(2, 30, true)] })
    expect(row).toMatchObject({ problem: null, report: { outcome: 'fail', executions: 150 } })
  })

  test('is missed where nobody has explored it: nothing behind it counts', () => {
    const row = rowOf({ shares: [share(0, 120)], ...brokenAt(1) }, { shares: [share(0, 120), share(2, 30, true)] })
    expect(row).toMatchObject({ problem: { code: 'WORKER_DIED' }, report: { outcome: 'unknown', executions: 120 } })
  })

  test('is no pass where one of them has broken and nothing was found: what was to come of it is missing', () => {
    const row = rowOf({ shares: [], ...brokenAt(0) }, { shares: [share(0, 120), share(2, 30)] })
    expect(row).toMatchObject({ problem: { code: 'WORKER_DIED' }, report: { outcome: 'unknown', executions: 150 } })
  })
})

test('an enumeration whose budget is as large as the space is exhausted, as for one machine', async () => {
  // Three callers of three steps: 9! / 3!^3.
  const budget = { executions: 1680 }
  const how = options({ strategy: exhaustive(), budget, schedulesPerWorkload: 1680 })
  const spreading = { subject: ownSlot(2, always(1, 1, 1)), options: how, most: 1, seed: 0 }
  const plans = await Promise.all([1, 2].map((index) => explorePlan(spreading, { index, of: 2 })))
  const row = rowOf(...plans.map((plan) => ({ shares: plan.accounts(), budget, schedules: 1680 })))
  expect(row?.report).toMatchObject({ outcome: 'pass', executions: 1680, stopped: 'exhausted' })
})
