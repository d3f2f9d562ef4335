// One search over several processes, and over several machines: it says what one process on one machine would say.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crosswire, fixture, startCrosswire } from '../support/crosswire.js'

/** With seed 1 the race is found by execution 166: in the second share, with others behind it. */
const RARE = ['run', fixture('rare.mjs'), '--strategy', 'random', '--budget', '600', '--seed', '1']
const FOUND_BY = 166

const dir = mkdtempSync(join(tmpdir(), 'crosswire-jobs-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = (name: string): string => join(dir, name)

interface Document {
  readonly exitCode: number
  readonly reports: readonly { readonly executions: number; readonly notes: readonly string[]; readonly shard?: unknown }[]
}

const documentOf = (json: string): Document =>
  JSON.parse(json, (key, value) => (key === 'ms' || key === 'foundMs' ? undefined : value))

let alone: Document
beforeAll(async () => {
  alone = documentOf((await crosswire(...RARE, '--jobs', '1', '--json')).stdout)
})

test('it finds the same by the same execution with three processes as with one, and leaves nothing behind', async () => {
  const { stdout, left } = await crosswire(...RARE, '--jobs', '3', '--json')
  expect(documentOf(stdout)).toEqual(alone)
  expect(alone).toMatchObject({
    exitCode: 0,
    errors: [],
    reports: [
      { variant: 'late', outcome: 'fail', executions: FOUND_BY, counterexamples: [{ scheduleNumber: FOUND_BY }] },
      { variant: 'right', outcome: 'pass', executions: 600 },
    ],
  })
  expect(left).toEqual([])
})

test('a worker that dies by kill -9 is told, replaced, and its share done again', async () => {
  const args = ['run', fixture('endless.mjs'), '--variant', 'first', '--budget', '4800', '--jobs', '2', '--json']
  const running = startCrosswire(args, { CROSSWIRE_DEBUG: 'workers' })
  const killed = new Set<number>()
  let heard = ''
  running.process.stderr?.on('data', (chunk: Buffer) => {
    heard += chunk
    // Two of them, in the middle of the search: one after the other, whoever has just begun a share.
    for (const [, pid, share] of heard.matchAll(/worker (\d+): explores share (\d+)\n/g)) {
      if (killed.size === 2 || Number(share) < 3 + 10 * killed.size || killed.has(Number(pid))) continue
      killed.add(Number(pid))
      process.kill(Number(pid), 'SIGKILL')
    }
  })
  const { stdout, exitCode, left } = await running.ended
  const [report] = documentOf(stdout).reports
  expect(killed.size).toBe(2)
  expect(report).toMatchObject({ outcome: 'pass', executions: 4800, stopped: 'budget' })
  expect(report?.notes.join()).toContain('was killed by SIGKILL (2 times): another one took its place')
  expect(heard).toContain('a worker has ended: WORKER_DIED: the process that searches was killed by SIGKILL')
  expect([exitCode, left]).toEqual([0, []])
})

test('interrupted with two processes, it tells what both have done', async () => {
  const running = startCrosswire([
    'run',
    fixture('endless.mjs'),
    '--budget',
    '10m',
    '--variant',
    'first',
    '--jobs',
    '2',
    '--json',
  ])
  await running.searching()
  running.process.kill('SIGINT')
  const { exitCode, stdout, left } = await running.ended
  expect(documentOf(stdout).reports).toMatchObject([{ variant: 'first', stopped: 'interrupted', outcome: 'pass' }])
  expect([exitCode, left]).toEqual([4, []])
})

describe('parts of a search', () => {
  beforeAll(async () => {
    const part = (n: number) => crosswire(...RARE, '--shard', `${n}/3`, '--jobs', '1', '--reporter', `json=${file(`${n}.json`)}`)
    // One after the other: they are several machines, and this is one.
    for (const n of [1, 2, 3]) expect((await part(n)).exitCode).toBe(0)
  })
  const parts = [1, 2, 3].map((n) => file(`${n}.json`))
  const merge = (...files: readonly string[]) => crosswire('merge', ...files, '--json')

  test('merge to the report of one machine, whatever the order of the files', async () => {
    const { stdout, exitCode } = await merge(...parts.toReversed())
    expect(documentOf(stdout)).toEqual(alone)
    expect(exitCode).toBe(0)
  })

  test('share the executions of a search without a finding, and one that finds nothing is no failure', async () => {
    const executions = parts.map((each) => documentOf(readFileSync(each, 'utf8')).reports.map((report) => report.executions))
    expect(executions.map(([, right]) => right)).toEqual([240, 240, 120])
    const found = parts.map((each) => JSON.parse(readFileSync(each, 'utf8')).reports[0].outcome)
    expect(found).toContain('fail')
  })

  test.each([
    ['one is missing', () => [parts[0], parts[1]], /not all parts of rare \/ late, each once[\s\S]*1\/3[\s\S]*2\/3/],
    ['one is there twice', () => [...parts, parts[0]], /not all parts of rare \/ late, each once/],
    ['one is no report', () => [...parts.slice(0, 2), fixture('rare.mjs')], /rare\.mjs cannot be read/],
    ['one was cut', () => [...parts.slice(0, 2), altered((text) => text.slice(0, -30))], /cannot be read/],
    [
      'one was edited',
      () => [...parts.slice(0, 2), altered((text) => text.replace('cws1.', 'cws1.A'))],
      /its checksum does not fit/,
    ],
    ['one is of a whole search', () => [whole()], /is no report of a part of a search[\s\S]*shard/],
    ['one is of the future', () => [altered((text) => text.replace('"format": 1', '"format": 2'))], /TOKEN_TOO_NEW/],
  ])('are refused where %s', async (_, files, says) => {
    const { exitCode, stderr } = await merge(...(files() as string[]))
    expect(stderr).toMatch(says)
    expect(exitCode).toBe(2)
  })

  const altered = (change: (text: string) => string): string => {
    writeFileSync(file('altered.json'), change(readFileSync(parts[2] as string, 'utf8')))
    return file('altered.json')
  }
  const whole = (): string => {
    writeFileSync(file('whole.json'), JSON.stringify(alone))
    return file('whole.json')
  }

  test.each(['0/3', '4/3', '1', '1/0', 'a/b'])('%s is no part', async (text) => {
    const { exitCode, stderr } = await crosswire(...RARE, '--shard', text)
    expect(stderr).toContain('BAD_OPTION')
    expect(exitCode).toBe(2)
  })
})
