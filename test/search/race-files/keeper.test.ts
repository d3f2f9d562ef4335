// One keeper for all: a race that a test keeps and one that the command line keeps are the same file.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRaceKeeper } from '../../../harness/cli/races/keep-races.js'
import { version } from '../../../harness/config/version.js'
import type { SearchReport } from '../../../harness/core/report.js'
import { guardsOf } from '../../../harness/hosts/guards.js'
import { type RaceBody, raceSubject } from '../../../harness/hosts/race-subject.js'
import { createNodeRuntime } from '../../../harness/runtimes/node/index.js'
import { search } from '../../../harness/search/index.js'
import { createKeeper, readRaces } from '../../../harness/search/race-files/index.js'
import { random } from '../../../harness/strategies/index.js'
import '../../support/run.js'

const dir = mkdtempSync(join(tmpdir(), 'crosswire-keeper-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const newFolder = (name: string): string => {
  const folder = join(dir, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

const ID = 'balance.test.ts > loses nothing'
const versions = { crosswire: version(), node: process.versions.node }

const body: RaceBody = async ({ together, pause }) => {
  let balance = 0
  const deposit = async () => {
    const before = balance
    await pause('deposit')
    balance = before + 1
  }
  await together(deposit, async () => {
    await pause('walk')
    await deposit()
  })
  if (balance !== 2) throw new Error('something is lost')
}

let report: SearchReport
beforeAll(async () => {
  const how = { strategy: random(), seed: 1, budget: { executions: 200 } }
  report = await search(raceSubject(ID, body, { options: {}, seed: 0 }), { runtime: createNodeRuntime(), ...how })
  expect(report.counterexamples[0]?.explanation?.pair).not.toBeNull()
})

const cliKeeper = (folder: string, said: string[] = []) => {
  const terminal = { err: (text: string) => void said.push(text) } as never
  return createRaceKeeper(folder, { cwd: process.cwd(), env: {}, terminal, versions })
}
const hostKeeper = (folder: string) => guardsOf({ id: ID, races: folder })
const rowOf = (found: SearchReport) => ({ target: { registered: ID }, report: found, problem: null })
const KNOWN = { until: '2999-12-31', reason: 'to be mended' }

describe('a race kept by a test and by the command line', () => {
  test('is a file of the same name with the same bytes, which each knows of the other', () => {
    const [ofTest, ofCli] = [newFolder('a/test'), newFolder('a/cli')]
    const said: string[] = []
    expect(hostKeeper(ofTest).keep(report, true).saved).toMatch(/^Saved: /)
    cliKeeper(ofCli, said)(rowOf(report))
    expect(said).toEqual([expect.stringMatching(/^saved: /)])
    const [name = '', ...others] = readdirSync(ofTest)
    expect(name).toBe('balance.test.loses-nothing.threw-error.json')
    expect([others, readdirSync(ofCli)]).toEqual([[], [name]])
    expect(readFileSync(join(ofCli, name), 'utf8')).toBe(readFileSync(join(ofTest, name), 'utf8'))

    expect(hostKeeper(ofCli).keep(report, true).saved).toMatch(/^Saved before: /)
    cliKeeper(ofTest, said)(rowOf(report))
    expect(said[1]).toMatch(/^saved before: /)
    expect([readdirSync(ofTest), readdirSync(ofCli)]).toEqual([[name], [name]])
  })

  test('is known to both by what stands in the file, and written by neither unless that is asked for', () => {
    const folder = newFolder('known')
    hostKeeper(folder).keep(report, true)
    const [name = ''] = readdirSync(folder)
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), known: KNOWN }))
    const told = [hostKeeper(folder).keep(report, false).report, cliKeeper(folder)(rowOf(report)).report]
    for (const { counterexamples } of told) expect(counterexamples[0]?.known).toMatchObject({ ...KNOWN, holds: true })
    expect(told[0]).toEqual(told[1])
    const empty = newFolder('nothing')
    expect(hostKeeper(empty).keep(report, false).saved).toBeNull()
    expect(readdirSync(empty)).toEqual([])
  })

  test('that cannot be written, since a file stands in the place of its folder, is told all the same', () => {
    const folder = join(dir, 'a-file')
    const keeper = createKeeper({ folder, stored: [], cwd: process.cwd(), versions })
    writeFileSync(folder, '')
    const { report: told, saved, problem } = keeper.keep(report, { save: true })
    expect(told.counterexamples).toEqual(report.counterexamples)
    expect([saved, problem?.code]).toEqual([[], 'REPORT_NOT_WRITTEN'])
  })

  test('that cannot be told as a file is told all the same, and keeps no other from being written', () => {
    const folder = newFolder('no-token')
    const [found] = report.counterexamples
    const counterexamples = [{ ...found, token: 'cw1.cut' }, found] as SearchReport['counterexamples']
    const keeper = createKeeper({ folder, stored: [], cwd: process.cwd(), versions })
    const { report: told, saved, problem } = keeper.keep({ ...report, counterexamples }, { save: true })
    expect(told.counterexamples).toEqual(counterexamples)
    expect(problem?.code).toBe('REPORT_NOT_WRITTEN')
    expect(saved).toMatchObject([{ isNew: true }])
  })
})

describe('what a replay has shown', () => {
  test('counts: a race that comes back in another way than its file knows is written anew', () => {
    const folder = newFolder('gone')
    hostKeeper(folder).keep(report, true)
    const [name = ''] = readdirSync(folder)
    // As it was found on another day: of the same race, and not the same bytes, which are never written twice.
    const other = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    writeFileSync(
      join(folder, name),
      JSON.stringify({ ...other, verdict: { ...other.verdict, message: 'something else is lost' } }),
    )
    const stored = readRaces(folder)
    const keeper = createKeeper({ folder, stored, cwd: process.cwd(), versions })
    expect(keeper.replayed(stored[0] as never, { outcome: 'passes now', isSame: false })).toBeNull()
    expect(keeper.keep(report, { save: true }).saved).toMatchObject([{ isNew: true }])
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('is needed where a test names no lines: a race that is known makes no other known', () => {
    const folder = newFolder('without-lines')
    const bare = { ...report, counterexamples: report.counterexamples.map(({ explanation: _, ...rest }) => rest) }
    hostKeeper(folder).keep(bare, true)
    const [{ path, race } = { path: '', race: {} }] = readRaces(folder)
    writeFileSync(path, JSON.stringify({ ...race, known: KNOWN }))
    const stored = readRaces(folder)
    const isKnown = (isSame: boolean): boolean => {
      const keeper = createKeeper({ folder, stored, cwd: process.cwd(), versions })
      keeper.replayed(stored[0] as never, { outcome: 'fails', isSame })
      return keeper.keep(bare, { save: false }).report.counterexamples[0]?.known !== undefined
    }
    expect([isKnown(true), isKnown(false)]).toEqual([true, false])
  })
})
