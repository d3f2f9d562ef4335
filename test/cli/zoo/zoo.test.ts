// The zoo: where each race comes from, how its table reads, what is kept of races that were not measured anew, and who has not its packages.
import { readFileSync } from 'node:fs'
import { execaNode } from 'execa'
import { expect, test } from 'vitest'
import type { PublishedRace } from '../../../harness/cli/registry.js'
import { type EntryFigures, type FreshEntry, knownZoo, mergedZoo, type ZooFigures } from '../../../harness/cli/zoo/figures.js'
import { checkInstalled } from '../../../harness/cli/zoo/installed.js'
import { zooTable } from '../../../harness/cli/zoo/zoo-table.js'
import { SCENARIOS, ZOO } from '../../../scenarios/index.js'
import { crosswire, ROOT } from '../../support/crosswire.js'
import { scenarios } from '../../support/scenarios.js'

const { dependencies } = JSON.parse(readFileSync(new URL('../../../scenarios/npm/package.json', import.meta.url), 'utf8'))

test('every scenario of a published package has its origin, and the versions are those that are installed', () => {
  const names = Object.keys(SCENARIOS).filter((name) => name.startsWith('npm/'))
  expect(names.filter((name) => !Object.hasOwn(ZOO, name))).toEqual([])
  for (const [name, { package: published, faulty, fixed, installed }] of Object.entries(ZOO)) {
    const specs = installed.map((alias) => dependencies[alias])
    expect(specs, name).not.toContain(undefined)
    expect(specs, name).toContain(`npm:${published}@${faulty}`)
    if (fixed !== null) expect(specs, name).toContain(`npm:${published}@${fixed}`)
  }
})

const spread = (median: number | null, p95: number | null) => ({ found: 49, seeds: 50, median, p95 })

const ENTRY: EntryFigures = {
  package: 'cacheable',
  faulty: '1.8.3',
  fixed: '1.8.4',
  source: 'jaredwray/cacheable#888',
  expect: 'loaded-once',
  schedules: spread(1, 1200),
  ms: spread(40, 90),
  left: spread(0, 2),
  clean: [{ variant: 'fixed', schedules: 5000, findings: 0 }],
  real: { runs: 20, shown: 17, unknown: 1, ms: 600 },
}

const zooOf = (entries: ZooFigures['entries']): ZooFigures => ({ format: 1, entries })

test('the table has a row for each race', () => {
  const table = zooTable(zooOf({ 'npm/cacheable-888': ENTRY }), ['npm/x: was found by 3 of 50 seeds'])
  expect(table).toContain(
    '| [cacheable-888](../scenarios/npm/cacheable-888/README.md) | cacheable | 1.8.3 | 1.8.4 | loaded-once | 49 of 50 | 1 | 1,200 | 40 ms | 0 | 5,000 | 17 of 20, 1 unknown |',
  )
  expect(table).toContain('Not as expected:\n\n- npm/x: was found by 3 of 50 seeds')
})

test('it says where there is no fixed release, where nothing was found, and where the caller does it right instead', () => {
  const row = (figures: Partial<EntryFigures>): string => zooTable(zooOf({ 'npm/x': { ...ENTRY, ...figures } }), [])
  expect(row({ fixed: null, clean: [] })).toContain('| no fixed release | loaded-once |')
  expect(row({ schedules: spread(null, null), ms: spread(null, null), real: null })).toContain(
    '| 49 of 50 |  |  |  | 0 | 5,000 | not run |',
  )
  expect(row({ clean: [{ variant: 'fixed-usage', schedules: 200, findings: 2 }] })).toContain(
    '| 2 findings in 200 (fixed-usage) |',
  )
  expect(row({})).not.toContain('Not as expected')
})

test('what was not measured anew is kept, in the order of the registry, and what is not in it is dropped', () => {
  const known = zooOf({ 'npm/b': ENTRY, 'npm/gone': ENTRY, 'npm/a': ENTRY })
  const { entries } = mergedZoo(known, zooOf({ 'npm/b': { ...ENTRY, faulty: '2.0.0' } }), ['npm/a', 'npm/b', 'npm/c'])
  expect(Object.entries(entries).map(([name, { faulty }]) => `${name} ${faulty}`)).toEqual(['npm/a 1.8.3', 'npm/b 2.0.0'])
})

test('runs in plain Node that nobody asked for stay what they were, of the same version', () => {
  const { real, ...searched } = ENTRY
  const known = zooOf({ 'npm/a': ENTRY })
  const realOf = (fresh: FreshEntry) =>
    mergedZoo(known, { format: 1, entries: { 'npm/a': fresh } }, ['npm/a']).entries['npm/a']?.real
  expect(realOf(searched)).toEqual(real)
  expect(realOf({ ...searched, real: null })).toBe(null)
  expect(realOf({ ...searched, faulty: '1.8.2' })).toBe(null)
  expect(mergedZoo(zooOf({}), { format: 1, entries: { 'npm/a': searched } }, ['npm/a']).entries['npm/a']?.real).toBe(null)
})

test('the page of the documentation is made of the figures that stand beside the scenarios', () => {
  expect(readFileSync(new URL('../../../docs/zoo.md', import.meta.url), 'utf8')).toBe(zooTable(knownZoo(), []))
})

const races = Object.values(ZOO).map(
  (origin): PublishedRace => ({ ...origin, scenario: scenarios[0] as PublishedRace['scenario'] }),
)

test('whoever has not its packages is told so, by code and with a remedy', () => {
  expect(() => checkInstalled(races)).not.toThrow()
  expect(() => checkInstalled(races, (name) => !name.startsWith('tarn-'))).toThrow(
    /^PACKAGE_MISSING: the packages of the zoo are not installed\n {2}found: {4}nothing of tarn-faulty, tarn-fixed\n(.|\n)*remedy: {3}npm ci/,
  )
  expect(() => checkInstalled(races, () => false)).toThrow(/nothing of .*, .*, .* and \d+ more/)
})

test('crosswire zoo finds a race, survives with its repair, and runs both in plain Node', async () => {
  const { exitCode, stdout, stderr, left } = await crosswire(
    ...['zoo', 'lru-cache-388', '--seeds', '2', '--schedules', '20', '--runs', '1', '--json'],
  )
  expect(stderr).toBe('npm/lru-cache-388: found by 2 of 2 seeds\nnpm/lru-cache-388: as expected')
  expect({ exitCode, left }).toEqual({ exitCode: 0, left: [] })
  expect(JSON.parse(stdout)).toMatchObject({
    format: 1,
    entries: {
      'npm/lru-cache-388': {
        faulty: '11.2.1',
        schedules: { found: 2, seeds: 2 },
        clean: [{ variant: 'fixed', schedules: 20, findings: 0 }],
        real: { runs: 1 },
      },
    },
  })
})

test('in CI it says nothing but the table', async () => {
  const args = ['zoo', 'npm/dataloader-97', '--seeds', '1', '--schedules', '30', '--runs', '0']
  const { exitCode, stdout, stderr } = await execaNode('harness/cli/crosswire.mjs', args, { cwd: ROOT, env: { CI: 'true' } })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toContain('| dataloader | 1.4.0 | 2.0.0 | one-batch | 1 of 1 |')
})

test('a race that it does not know is no input', async () => {
  const unknown = await crosswire('zoo', 'nothing-like-it')
  expect(unknown.exitCode).toBe(2)
  expect(unknown.stderr).toMatch(/^UNKNOWN_SCENARIO: there is no published race `nothing-like-it`/)
})
