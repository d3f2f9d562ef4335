// An exhaustive search over processes and machines: the whole space, each schedule once, whoever visits which.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crosswire, fixture, startCrosswire } from '../../support/crosswire.js'

const dir = mkdtempSync(join(tmpdir(), 'crosswire-exhaustive-'))
afterAll(() => rmSync(dir, { recursive: true }))

interface Report {
  readonly outcome: string
  readonly notes: readonly string[]
  readonly executions: number
  readonly distinct: number
  readonly worth: { readonly claim: string }
}

const timeless = (json: string): { readonly exitCode: number; readonly reports: readonly Report[] } =>
  JSON.parse(json, (key, value) => (key === 'ms' || key === 'foundMs' ? undefined : value))

const exhaustively = (scenario: string, budget: number) => [
  ...['run', fixture(scenario), '--strategy', 'exhaustive', '--budget', `${budget}`],
]

const run = (budget: number, ...args: readonly string[]) => crosswire(...exhaustively('crowd.mjs', budget), ...args)

test('12! / 4!^3 = 34,650 schedules are visited once each, by two processes together', async () => {
  const args = [...exhaustively('longer-crowd.mjs', 40_000), '--schedules', '40000', '--jobs', '2', '--json']
  const { stdout, stderr, left } = await startCrosswire(args, { CROSSWIRE_DEBUG: 'workers' }).ended
  const [report] = timeless(stdout).reports
  expect(report).toMatchObject({ outcome: 'pass', executions: 34_650, stopped: 'exhausted', workloads: 1 })
  // Trace hashes have 32 bits: 0.14 collisions are expected among so many.
  expect(report?.distinct).toBeGreaterThanOrEqual(34_647)
  expect(report?.worth.claim).toMatch(/^all 34,650 interleavings \(choices of run\), under model/)
  const shares = stderr.matchAll(/worker (\d+): explores share (\d+)\n/g)
  expect(new Set([...shares].map(([, pid]) => pid)).size).toBe(2)
  expect(left).toEqual([])
})

const partsOf = async (name: string, budget: number, ...args: readonly string[]): Promise<string[]> => {
  const files = [1, 2, 3].map((n) => join(dir, `${name}-${n}.json`))
  for (const [i, file] of files.entries())
    await run(budget, ...args, '--jobs', '1', '--shard', `${i + 1}/3`, '--reporter', `json=${file}`)
  return files
}

test('what is found, and where a budget ends, is the same for one process and three, and for the parts of three machines', async () => {
  // 9! / 3!^3 = 1,680 schedules; the race is the 408th.
  const args = ['--schedules', '1000']
  const alone = timeless((await run(1000, ...args, '--jobs', '1', '--json')).stdout)
  expect(alone).toMatchObject({
    exitCode: 0,
    reports: [
      { variant: 'rare', outcome: 'fail', executions: 408, counterexamples: [{ scheduleNumber: 408 }] },
      { variant: 'right', outcome: 'pass', executions: 1000, stopped: 'budget' },
    ],
  })
  expect(alone.reports[1]?.worth.claim).toMatch(/^1,000 interleavings, among them all with at most 4 deviations .* 452 prefixes/)
  expect(timeless((await run(1000, ...args, '--jobs', '3', '--json')).stdout)).toEqual(alone)

  const files = await partsOf('thousand', 1000, ...args)
  expect(timeless((await crosswire('merge', ...files, '--json')).stdout)).toEqual(alone)
  const explored = files.map((file) => timeless(readFileSync(file, 'utf8')).reports[1]?.executions)
  expect(explored.every((executions) => Number(executions) < 1000)).toBe(true)
})

test('what a part has found beyond the budget of one machine is found', async () => {
  const args = ['--variant', 'rare', '--schedules', '1000']
  expect(timeless((await run(300, ...args, '--jobs', '1', '--json')).stdout)).toMatchObject({
    exitCode: 0,
    reports: [{ outcome: 'pass' }],
  })
  const merged = timeless((await crosswire('merge', ...(await partsOf('beyond', 300, ...args)), '--json')).stdout)
  expect(merged).toMatchObject({ exitCode: 1, reports: [{ outcome: 'fail', stopped: 'found' }] })
  expect(merged.reports[0]?.notes).toContain(
    'found beyond the budget, by one part of several: one machine would have ended after 300 executions with less',
  )
})
