// Race files on the command line: saved, found again, replayed, known for a while, and never a stack trace for one that is broken.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRaceFile, readRaces, type StoredRace } from '../../harness/search/race-files/index.js'
import { mutations } from '../search/race-files/mutations.js'
import { crosswire, fixture, ROOT } from '../support/crosswire.js'

// Inside the repository, where the scenario finds crosswire by its name.
const parent = join(ROOT, 'test/artefacts')
mkdirSync(parent, { recursive: true })
const project = mkdtempSync(join(parent, 'races-'))
const at = (...path: string[]): string => join(project, ...path)
const races = at('races')
const scenario = at('racy.ts')

beforeAll(() => {
  for (const name of ['racy.ts', 'base.mjs']) cpSync(fixture(name), at(name))
  writeFileSync(at('vitest.config.mjs'), 'export default {}')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const mended = (source: string): string => source.replace('total = before + 1', 'total += 1').replace('const before = total', '')

const names = (): string[] => readdirSync(races).sort()
const only = (): string => at('races', names()[0] as string)
const edit = (change: (race: Record<string, unknown>) => object): void =>
  writeFileSync(only(), JSON.stringify(change(JSON.parse(readFileSync(only(), 'utf8')))))

const save = (...args: string[]) => crosswire('run', scenario, '--seed', '1', '--save', races, ...args)

describe('a run', () => {
  test('writes one file for a race, and nothing where it finds it again', async () => {
    const first = await save()
    expect(first).toMatchObject({ exitCode: 1, left: [] })
    expect(first.stderr).toMatch(/saved: .*my-counter\.only\.every-increment-counts.*\.json/)
    expect(names()).toHaveLength(1)
    const text = readFileSync(only(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      format: 1,
      id: 'my-counter',
      file: '../racy.ts',
      verdict: { oracle: 'every-increment-counts' },
    })
    expect(text).not.toContain(project)
    expect((await save('--seed', '5')).stderr).toContain('saved before')
    expect(names()).toHaveLength(1)
    expect(readFileSync(only(), 'utf8')).toBe(text)
  })

  test('is not red for a known race until its day, and red after it', async () => {
    edit((race) => ({ ...race, known: { until: '2999-12-31', reason: 'the next release mends it' } }))
    const known = await save()
    expect(known.exitCode).toBe(0)
    expect(known.stdout).toContain('Known: until 2999-12-31: the next release mends it')
    expect((await crosswire('replay', races)).exitCode).toBe(0)
    edit((race) => ({ ...race, known: { until: '2001-12-31', reason: 'the next release mends it' } }))
    const late = await save()
    expect(late.exitCode).toBe(1)
    expect(late.stdout).toContain('the day was 2001-12-31')
    edit(({ known: _, ...race }) => race)
  })
})

describe('replay', () => {
  test('of a folder fails as long as the race is there, in every reporter, and says what found it', async () => {
    const report = at('replayed.xml')
    const { exitCode, stdout, left } = await crosswire('replay', races, '--reporter', `terminal,junit=${report}`)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^x .*my-counter\.only.*fails \(key\)/m)
    expect(stdout).toContain('1 race file: 1 fails')
    expect(readFileSync(report, 'utf8')).toContain('<failure')
    expect(left).toEqual([])
  })

  test('as JSON is one document, whose token replays alone', async () => {
    const { stdout } = await crosswire('replay', only(), '--json')
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({
      format: 1,
      exitCode: 1,
      errors: [],
      races: [{ outcome: 'fails', heldBy: 'key', isSame: true }],
    })
    expect((await crosswire('replay', document.races[0].token, scenario)).exitCode).toBe(1)
  })

  test('passes once the race is gone, and the file stays as a guard', async () => {
    const faulty = readFileSync(scenario, 'utf8')
    writeFileSync(scenario, mended(faulty))
    const { exitCode, stdout } = await crosswire('replay', races, '--near', '50')
    writeFileSync(scenario, faulty)
    expect(stdout).toContain('1 race file: 1 passes now')
    expect(exitCode).toBe(0)
    expect(names()).toHaveLength(1)
  })

  test('has diverged where the scenario does no such operation any more, or where nobody does any', async () => {
    const { workload, ...race } = JSON.parse(readFileSync(only(), 'utf8'))
    const folder = mkdtempSync(at('gone-'))
    const write = (name: string, callers: readonly object[], policy: object): void =>
      writeFileSync(
        join(folder, name),
        JSON.stringify({ ...race, policy, file: '../racy.ts', workload: { ...workload, callers } }),
      )
    const doing = (op: string) => [{ name: 'ann', operations: [{ op, token: 'TAG-1', input: { tag: 'TAG-1' } }] }]
    const policy = { pick: 'first', seed: 0, deviations: [] }
    write('a.json', doing('add'), policy)
    expect((await crosswire('replay', folder)).exitCode).toBe(0)
    write('b.json', doing('renamed'), policy)
    write('c.json', [], policy)
    const { exitCode, stdout } = await crosswire('replay', folder, '--json')
    expect(JSON.parse(stdout).races.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'passes now',
      'diverged',
      'diverged',
    ])
    expect(exitCode).toBe(4)
  })

  test('starts anew after a file that ends its process, and tells the others all the same', async () => {
    const other = JSON.parse(readFileSync(only(), 'utf8'))
    const folder = mkdtempSync(at('several-'))
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ ...other, file: './gone.ts' }))
    writeFileSync(join(folder, 'b.json'), JSON.stringify({ ...other, file: '../racy.ts', variant: 'nobody' }))
    writeFileSync(join(folder, 'c.json'), JSON.stringify({ ...other, file: '../racy.ts' }))
    writeFileSync(join(folder, 'd.json'), JSON.stringify({ ...other, id: 'a.test.ts > adds', file: undefined }))
    const { exitCode, stdout, stderr } = await crosswire('replay', folder)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('gone.ts')
    expect(stderr).toContain('no variant `nobody`')
    expect(stderr).toContain('is of a test')
    expect(stdout).toContain('4 race files: 1 fails, 3 could not be replayed')
  })

  test.each([
    ['no JSON', '{', 'it is no JSON'],
    ['a key that is missing', '{ "format": 1 }', '`id`'],
    ['a newer format', '{ "format": 2 }', 'TOKEN_TOO_NEW'],
    ['what nests without end', `{ "format": 1, "workload": ${'['.repeat(20_000)}${']'.repeat(20_000)} }`, 'BAD_RACE_FILE'],
  ])('says file and key of one that holds %s', async (_, text, says) => {
    const file = at('broken.json')
    writeFileSync(file, text)
    const { exitCode, stderr } = await crosswire('replay', file)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(says)
    expect(stderr).toContain('broken.json')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('of thousands of callers is told like any other, and of more than that refused by name', async () => {
    const { workload, ...race } = JSON.parse(readFileSync(only(), 'utf8'))
    const [{ operations }] = workload.callers
    const replayOf = (length: number) => {
      const callers = Array.from({ length }, (_, i) => ({ name: `caller-${i}`, operations }))
      writeFileSync(at('many.json'), JSON.stringify({ ...race, file: './racy.ts', workload: { ...workload, callers } }))
      return crosswire('replay', at('many.json'), '--near', '0')
    }
    expect(await replayOf(5000)).toMatchObject({ exitCode: 1, stderr: '', stdout: expect.stringContaining('1 fails') })
    expect(await replayOf(10_000)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('at most 5000 callers') })
  })

  test('of a folder that is not there, or that is empty, is a mistake', async () => {
    for (const folder of ['nowhere/', mkdtempSync(at('empty-'))]) {
      expect(await crosswire('replay', folder)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/no race file|cannot be read/),
      })
    }
  })
})

test('a test that a run leaves behind fails on the bug, passes on the fix, and is never overwritten', async () => {
  const file = at('guard.test.ts')
  const emit = () => crosswire('run', scenario, '--emit-test', file)
  expect((await emit()).stderr).toMatch(/test: .*guard\.test\.ts/)
  const text = readFileSync(file, 'utf8')
  const vitest = () =>
    execa(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', project, 'guard.test.ts'], {
      ...{ cwd: project, reject: false, all: true, input: '' },
    })
  const faulty = await vitest()
  expect(faulty.all).toContain('stdin: it fails, found again by key')
  expect(faulty.exitCode).toBe(1)
  const source = readFileSync(scenario, 'utf8')
  writeFileSync(scenario, mended(source))
  const fixed = await vitest()
  writeFileSync(scenario, source)
  expect(fixed.exitCode, fixed.all).toBe(0)
  expect(await emit()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is there already') })
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a test that a run leaves behind makes its folder; where it cannot be written, nobody says that no race was found', async () => {
  const emit = (file: string) => crosswire('run', scenario, '--emit-test', file)
  const made = await emit(at('new/one/guard.test.ts'))
  expect(made).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/test: .*guard\.test\.ts/) })
  expect(readFileSync(at('new/one/guard.test.ts'), 'utf8')).toContain('test(')
  // No file system takes a name of that length, which only shows once it is written.
  const refused = await emit(at(`${'long'.repeat(80)}.test.ts`))
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('REPORT_NOT_WRITTEN') })
  expect(refused.stderr).not.toContain('no race was found')
})

test('files that were changed in any way, and that are still race files, are replayed or told by name, and nothing crashes', async () => {
  const folder = mkdtempSync(at('mutated-'))
  const { path } = readRaces(join(ROOT, 'test/races')).find(({ race }) => race.id === 'rpc-shared-socket') as StoredRace
  const whole = readFileSync(path, 'utf8')
  const isRace = (text: string): boolean => {
    try {
      return parseRaceFile(text, '') !== null
    } catch {
      return false
    }
  }
  const texts = fc
    .sample(mutations, { numRuns: 800, seed: 7 })
    .map((mutate) => mutate(whole))
    .filter(isRace)
    .slice(0, 40)
  expect(texts.length).toBe(40)
  for (const [i, text] of texts.entries()) writeFileSync(join(folder, `${i}.json`), text)
  const { exitCode, stdout, stderr, left } = await crosswire('replay', folder, '--json', '--near', '3')
  const { races: told, errors } = JSON.parse(stdout)
  expect(told.length + errors.length).toBe(texts.length)
  expect([1, 2, 4]).toContain(exitCode)
  expect(errors.map(({ code }: { code: string }) => code)).not.toContain('INTERNAL')
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(left).toEqual([])
})

test('nothing of it is there for runs in the real world', async () => {
  const { exitCode, stderr } = await crosswire('run', 'rpc-shared-socket', '--runtime', 'real', '--save', races)
  expect(exitCode).toBe(2)
  expect(stderr).toContain('--save is for the simulated world')
})
