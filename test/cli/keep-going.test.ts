// A search that goes on after a race, as the command line has it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRaces } from '../../harness/search/race-files/index.js'
import { crosswire, fixture, startCrosswire } from '../support/crosswire.js'

const dir = mkdtempSync(join(tmpdir(), 'crosswire-keep-going-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Two shares of 120 executions. */
const RUN = ['run', fixture('two-mistakes.mjs'), '--budget', '240', '--seed', '3', '--shrink-budget', '60', '--keep-going']

interface Document {
  readonly exitCode: number
  readonly reports: readonly {
    readonly executions: number
    readonly stopped: string
    readonly counterexamples: readonly { readonly token: string; readonly verdict: { readonly oracle: string } }[]
  }[]
}

const documentOf = (json: string): Document =>
  JSON.parse(json, (key, value) => (['ms', 'foundMs', 'shard'].includes(key) ? undefined : value))

const racesIn = (folder: string) =>
  readRaces(folder)
    .map(({ race }) => race.verdict.oracle)
    .sort()

test('one counterexample for each distinct failure, each with its file, the same with two processes, and in two parts that are merged', async () => {
  const races = join(dir, 'each')
  const alone = documentOf((await crosswire(...RUN, '--jobs', '1', '--json', '--save', races)).stdout)
  const [report] = alone.reports
  expect(alone.exitCode).toBe(1)
  expect(report).toMatchObject({ executions: 240, stopped: 'budget' })
  const oracles = report?.counterexamples.map(({ verdict }) => verdict.oracle)
  expect([...new Set(oracles)].sort()).toEqual(['leaks', 'own-response'])
  expect(racesIn(races)).toEqual(oracles?.toSorted())

  expect(documentOf((await crosswire(...RUN, '--jobs', '2', '--json')).stdout)).toEqual(alone)

  const parts = [1, 2].map((index) => join(dir, `part-${index}.json`))
  for (const [i, part] of parts.entries()) await crosswire(...RUN, '--shard', `${i + 1}/2`, '--reporter', `json=${part}`)
  const merged = documentOf((await crosswire('merge', ...parts, '--json')).stdout)
  expect(merged.reports).toEqual(alone.reports)
}, 300_000)

test('interrupted, it tells and saves what was found until then, and says that it is not made small', async () => {
  const races = join(dir, 'interrupted')
  const args = ['run', fixture('two-mistakes.mjs'), '--budget', '10m', '--seed', '3', '--keep-going', '--json', '--save', races]
  const running = startCrosswire(args)
  await running.searching()
  running.process.kill('SIGINT')
  const { exitCode, stdout, left } = await running.ended
  const [report] = JSON.parse(stdout).reports
  expect(report).toMatchObject({ outcome: 'fail', stopped: 'interrupted' })
  expect(report.notes.join()).toMatch(/interrupted: the findings? (is|are) shrunk only as far as there was time/)
  expect(racesIn(races)).toHaveLength(report.counterexamples.length)
  expect([exitCode, left]).toEqual([1, []])
})

test('--shrink-budget 0 leaves a failure as it was found', async () => {
  const { stdout } = await crosswire(...RUN.slice(0, -1), '--shrink-budget', '0', '--json')
  const { before, after } = JSON.parse(stdout).reports[0].counterexamples[0].shrink
  expect(after).toEqual(before)
})

test('a shrink budget that is no number is exit code 2', async () => {
  const { exitCode, stderr } = await crosswire(...RUN, '--shrink-budget', 'much')
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--shrink-budget: `much` is no shrink budget')])
})
