// Race files as text: stable, small, validated, and never more than a message for one that is broken.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { HarnessError } from '../../../harness/core/errors.js'
import type { Counterexample } from '../../../harness/core/report.js'
import { search } from '../../../harness/search/index.js'
import {
  isSameRace,
  knownRace,
  parseRaceFile,
  type RaceFile,
  raceFileOf,
  raceName,
  raceText,
  readRaceFile,
  readRaces,
  type StoredRace,
  saveRace,
} from '../../../harness/search/race-files/index.js'
import { portfolio } from '../../../harness/strategies/index.js'
import { createToyRuntime } from '../../strategies/toy-runtime.js'
import { ROOT } from '../../support/crosswire.js'
import { slowReader } from '../toy-subjects.js'
import { mutations } from './mutations.js'

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'crosswire-races-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const stored = readRaces(join(ROOT, 'test/races'))
const { race: some } = stored.find(({ race }) => race.id === 'npm/ioredis-800') as StoredRace

describe('the text', () => {
  test.each(stored.map(({ path, race }) => ({ path, race })))('of $path is what this version writes', ({ path, race }) => {
    const text = readFileSync(path, 'utf8')
    expect(raceText(race)).toBe(text)
    expect(text.length).toBeLessThan(8000)
  })

  test('has its keys in one order, whatever theirs was, and keeps those that it does not know at the end', () => {
    const turned = Object.fromEntries(Object.entries({ zebra: 1, ...some, apple: { b: 1, a: 2 } }).toReversed())
    const text = raceText(parseRaceFile(JSON.stringify(turned), 'x.json'))
    expect(text.startsWith(raceText(some).slice(0, 300))).toBe(true)
    expect(Object.keys(JSON.parse(text)).slice(-2).sort()).toEqual(['apple', 'zebra'])
    expect(raceText(parseRaceFile(text, 'x.json'))).toBe(text)
  })

  test('holds no step of the execution, and where the policy does not say it, what was taken by place', async () => {
    const { counterexamples } = await search(slowReader(6), {
      ...{ runtime: createToyRuntime(), strategy: portfolio(), seed: 1, budget: { executions: 5000 } },
    })
    const [counterexample] = counterexamples as [Counterexample]
    const at = (line: number) => ({ file: 'package.json', line })
    const ends = [2, 3].map((line) => ({ actor: 'ann', step: 0, key: 'ann|op|1', at: at(line), until: null }))
    const explanation = { decides: 'order', pair: ends as never, sentence: 'ann was slow', executions: 3 } as const
    const race = raceFileOf({ ...counterexample, explanation }, { folder: join(ROOT, 'races'), cwd: ROOT, versions: {} })
    expect(race.byIndex?.length).toBeGreaterThan(0)
    expect(race.explanation).toMatchObject({
      sentence: 'ann was slow',
      pair: [{ actor: 'ann', at: '../package.json:2', code: '"name": "crosswire",' }, { at: '../package.json:3' }],
    })
    expect(Object.keys(race)).not.toContain('execution')
    expect(parseRaceFile(raceText(race), 'x.json')).toEqual(race)
  })
})

describe('a folder', () => {
  test('gets one file for a race, under a name that can be read, and nothing is ever overwritten', () => {
    const folder = newFolder()
    const first = saveRace(folder, some, [])
    expect(first.isNew).toBe(true)
    expect(saveRace(folder, { ...some, policy: { ...some.policy, seed: 9 } }, [first])).toMatchObject({
      path: first.path,
      isNew: false,
    })
    const other: RaceFile = { ...some, id: `${some.id}!` }
    const second = saveRace(folder, other, [first])
    expect(readdirSync(folder).sort()).toEqual([`${raceName(some)}-2.json`, `${raceName(some)}.json`])
    expect(readRaces(folder).map(({ race }) => race.id)).toEqual(expect.arrayContaining([some.id, other.id]))
    expect(second.isNew).toBe(true)
  })

  test('gets one file where two runs write the same race at the same time', () => {
    const folder = newFolder()
    const first = saveRace(folder, some, [])
    expect(saveRace(folder, some, [])).toMatchObject({ path: first.path, isNew: false })
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('may hold folders, pipes and links to nothing of such names: nobody reads them, or waits for them', () => {
    const folder = newFolder()
    const { path } = saveRace(folder, some, [])
    mkdirSync(join(folder, 'a.json'))
    const pipe = join(folder, 'b.json')
    execFileSync('mkfifo', [pipe])
    symlinkSync(join(folder, 'gone'), join(folder, 'c.json'))
    expect(readRaces(folder).map((each) => each.path)).toEqual([path])
    expect(() => readRaceFile(pipe)).toThrow(/BAD_RACE_FILE: .*b\.json: it is no file/)
  })

  test('names are told apart for tests of any letters, and lie together by test file', () => {
    const named = (id: string) =>
      raceName({ ...some, id, race: null, verdict: { ...some.verdict, oracle: 'leaks', symptom: 'timer' } })
    expect(named('test/rpc/client.test.ts > keeps answers apart')).toBe('client.test.keeps-answers-apart.faulty.leaks-timer')
    expect(named('client.test.ts > zwei Käufer')).not.toBe(named('client.test.ts > zwei Kaufer'))
    expect(named('client.test.ts > 二人')).toMatch(/^client\.test\.[0-9a-f]{8}\.faulty/)
    expect(named(`a.test.ts > ${'long '.repeat(60)}`).length).toBeLessThan(120)
  })
})

describe('the same race', () => {
  const pair = (one: string, other: string) => ({
    sentence: null,
    pair: [one, other].map((code) => ({ actor: 'ann', at: 'x.ts:1', code })) as never,
  })

  test('is told by owner, oracle and the two lines, wherever these have moved', () => {
    const a = { ...some, explanation: pair('await read()', 'await write()') }
    expect(isSameRace(a, { ...a, policy: { ...a.policy, seed: 3 } })).toBe(true)
    expect(isSameRace(a, { ...a, explanation: { ...a.explanation, pair: pair('await read()', 'other()').pair } })).toBe(false)
    expect(isSameRace(a, { ...a, variant: 'other' })).toBe(false)
    const [first, second] = a.explanation.pair as unknown as [object, object]
    const elsewhere = { sentence: null, pair: [first, { ...second, nth: 2 }] as never }
    expect(isSameRace(a, { ...a, explanation: elsewhere })).toBe(false)
    const at = (file: string) => ({ sentence: null, pair: [first, { ...second, at: file }] as never })
    expect(isSameRace(a, { ...a, explanation: at('y.ts:1') })).toBe(false)
    expect(isSameRace(a, { ...a, explanation: at('../moved/x.ts:90') })).toBe(true)
    expect(isSameRace(a, { ...a, verdict: { ...a.verdict, oracle: 'other' } })).toBe(false)
  })

  test('is never one that names lines and one that names none', () => {
    const a = { ...some, explanation: pair('await read()', 'await write()') }
    const { explanation: _, ...none } = a
    for (const other of [none, { ...none, explanation: { sentence: 'ann was slow', pair: null } }]) {
      expect(isSameRace(a, other)).toBe(false)
      expect(isSameRace(other, a)).toBe(false)
    }
  })

  test('without lines is told by operations, by the end, and by whether it needs an order', () => {
    const { explanation: _, end: __, ...bare } = some
    const doing = (...ops: readonly (readonly string[])[]): RaceFile['workload'] => ({
      callers: ops.map((list, i) => ({
        name: `caller-${i}`,
        operations: list.map((op, j) => ({ op, token: `TAG-${i}${j}`, input: i })),
      })),
      subjectSeed: 0,
    })
    const a: RaceFile = { ...bare, workload: doing(['take'], ['put']), end: { kind: 'deadlock', waiting: ['ann', 'bob'] } }
    const same = { ...a, verdict: { ...a.verdict, message: 'other words' }, policy: { ...a.policy, seed: 3 } }
    expect(isSameRace(a, { ...same, workload: { ...doing(['put'], ['take']), subjectSeed: 7 } })).toBe(true)
    expect(isSameRace(a, { ...a, workload: doing(['take'], ['take']) })).toBe(false)
    expect(isSameRace(a, { ...a, workload: doing(['take', 'put']) })).toBe(false)
    expect(isSameRace(a, { ...a, end: { kind: 'stuck', waiting: ['ann', 'bob'] } })).toBe(false)
    expect(isSameRace(a, { ...a, end: { kind: 'deadlock', waiting: ['ann'] } })).toBe(false)
    expect(isSameRace(a, { ...bare, workload: a.workload })).toBe(false)
    expect(some.policy.deviations).not.toEqual([])
    expect(isSameRace(a, { ...a, policy: { ...a.policy, deviations: [] } })).toBe(false)
  })

  test('of a test is told without the folders around it', () => {
    const a = { ...some, id: 'packages/rpc/client.test.ts > answers' }
    expect(isSameRace(a, { ...a, id: 'client.test.ts > answers' })).toBe(true)
    expect(isSameRace(a, { ...a, id: 'client.test.ts > answer' })).toBe(false)
  })

  test('that is known is not red up to and with its day', () => {
    const known = { until: '2027-01-31', reason: 'r' }
    expect(['2027-01-30', '2027-01-31', '2027-02-01'].map((today) => knownRace(known, 'f', today).holds)).toEqual([
      true,
      true,
      false,
    ])
  })
})

const operation = { op: 'ask', token: 'TAG-1', input: null }
const manyCallers = (length: number): RaceFile['workload'] => ({
  callers: Array.from({ length }, (_, i) => ({ name: `caller-${i}`, operations: [] })),
  subjectSeed: 0,
})
const manyOperations = (length: number): RaceFile['workload'] => ({
  callers: [{ name: 'ann', operations: Array.from({ length }, () => operation) }],
  subjectSeed: 0,
})

test('a race that is too large to be read again is not written, so that the others of its folder still are', () => {
  const folder = newFolder()
  saveRace(folder, some, [])
  expect(() => saveRace(folder, { ...some, workload: manyCallers(5001) }, [])).toThrow(/BAD_RACE_FILE/)
  expect(readRaces(folder)).toHaveLength(1)
})

describe('a file that is broken', () => {
  const says = (text: string): HarnessError | null => {
    try {
      parseRaceFile(text, 'races/broken.json')
      return null
    } catch (error) {
      if (error instanceof HarnessError) return error
      throw error
    }
  }

  test.each([
    [{ ...some, known: { until: 'tomorrow', reason: 'r' } }, '`known.until`', 'a day, as in 2027-01-31'],
    [{ ...some, verdict: { message: '' } }, '`verdict.oracle`', 'string'],
    [{ ...some, policy: { ...some.policy, deviations: [{ hold: 3, until: 'last' }] } }, '`policy.deviations.0', ''],
    [{ ...some, workload: { callers: [{}], subjectSeed: 0 } }, '`workload.callers.0.name`', 'string'],
    [{ ...some, byIndex: [{ step: -1, index: 0 }] }, '`byIndex.0.step`', '>=0'],
    [{ ...some, workload: manyCallers(5001) }, '`workload`', 'at most 5000 callers'],
    [{ ...some, workload: manyOperations(5001) }, '`workload`', '5000 operations in all'],
    [[], 'its content', ''],
  ])('is told by its key: %#', (value, key, expected) => {
    const error = says(JSON.stringify(value))
    expect(error?.code).toBe('BAD_RACE_FILE')
    expect(error?.message).toContain(`races/broken.json: ${key}`)
    expect(error?.message).toContain(expected)
  })

  test('is a message with its file, or is no worse than it was: 2,000 mutations', () => {
    fc.assert(
      fc.property(fc.constantFrom(...stored), mutations, ({ race }, mutate) => {
        const text = mutate(raceText(race))
        const error = says(text)
        if (error === null) expect(parseRaceFile(raceText(JSON.parse(text)), 'x.json')).toEqual(JSON.parse(text))
        else expect(error.message).toMatch(/^(BAD_RACE_FILE|TOKEN_TOO_NEW): races\/broken\.json/)
      }),
      { numRuns: 2000, seed: 7 },
    )
  })

  test('can have nested without end', () => {
    const deep = JSON.stringify(some).replace(/"input":\{[^}]*\}/, `"input":${'['.repeat(30_000)}${']'.repeat(30_000)}`)
    expect(says(deep)?.code).toBe('BAD_RACE_FILE')
  })

  test('is told where it lies in a folder', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'one.json'), '{')
    expect(() => readRaces(folder)).toThrow(/BAD_RACE_FILE: .*one\.json: it is no JSON/)
  })
})
