// Programs of a scenario in the real world: processes of their own, of which a leak is named by what it is.
import { expect, test, vi } from 'vitest'
import type { RateReport } from '../../../harness/core/rate-report.js'
import { type Ran, startCrosswire } from '../../support/crosswire.js'

/** Each run starts some ten processes. */
const PATIENT_MS = 170_000
vi.setConfig({ testTimeout: PATIENT_MS + 10_000 })

const real = (variant: string): Promise<Ran> =>
  startCrosswire(
    ['run', 'session-worker', '--variant', variant, '--runtime', 'real', '--runs', '2', '--budget', '5', '--json'],
    {},
    PATIENT_MS,
  ).ended
const reportOf = ({ stdout }: Ran) => (JSON.parse(stdout) as { reports: [RateReport] }).reports[0]

test('a helper that outlives a worker that was killed is named, and ended with the run', async () => {
  const ran = await real('killed-at-once')
  const { outcome, failures } = reportOf(ran)
  expect(outcome).toBe('fail')
  expect(failures[0]).toMatchObject({ race: 'helper-left', verdict: { oracle: 'leaks', symptom: 'process' } })
  expect(failures[0]?.verdict.message).toMatch(/^process left open: session-helper s-\d \(pid \d+\) \(main\)$/)
  expect(ran).toMatchObject({ exitCode: 1, left: [] })
})

test('workers that end their helpers leave nothing', async () => {
  const ran = await real('fixed')
  expect(reportOf(ran)).toMatchObject({ outcome: 'pass', passed: 2 })
  expect(ran).toMatchObject({ exitCode: 0, left: [] })
})
