// Mutants of one twin end to end: searched in a copy, which is gone afterwards, and held against what is known of them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { casesOf, type Judged, judgeAll } from './judged.js'
import { pageOf } from './page.js'
import { complaints, type Survivor } from './survivors.js'
import { allTwins, type Twin } from './twins.js'
import { typed } from './typed.js'
import { openWorkshop } from './workshop.js'

const twin = async (): Promise<Twin> =>
  (await allTwins()).find(({ scenario, variant }) => scenario === 'rpc-shared-socket' && variant === 'fixed') as Twin

test('without its lock a twin is red; unchanged it is not; what is no program is neither', async () => {
  const own = await twin()
  const [file] = own.files as [string]
  const lock = casesOf([own]).find(({ kind, was }) => kind === 'lock' && was.startsWith('alone('))
  const same = readFileSync(join(ROOT, file), 'utf8')
  const cases = [
    lock?.source ?? '',
    same,
    same.replace('export const connect', 'export const connect ='),
    `throw new Error('no')\n${same}`,
  ].map((source, i) => ({ ...(lock as NonNullable<typeof lock>), line: i, source }))
  const workshop = openWorkshop({ signal: new AbortController().signal })
  const told: Judged[] = []
  try {
    await judgeAll(cases, [workshop], { budget: 40, told: (one) => told.push(one) })
  } finally {
    await workshop.close()
  }
  expect(told.map(({ fate }) => fate)).toEqual(['killed', 'survived', 'stillborn', 'stillborn'])
  expect(told[0]?.by).toMatch(/own-response|serial-requests/)
  expect(readFileSync(join(ROOT, file), 'utf8')).toBe(same)
})

test('what survives and is refused by the type checker is no program; what it takes is one', async () => {
  const cases = casesOf([await twin()])
  const named = (was: string, becomes: string): Judged => {
    const found = cases.find((each) => each.was === was && each.becomes === becomes)
    return { ...(found as NonNullable<typeof found>), fate: 'survived', by: 'none' }
  }
  const narrows = named('log !== undefined', 'true')
  const closes = named('close()', 'undefined')
  const found: Judged = { ...narrows, fate: 'killed', by: 'leaks' }
  const judged = await typed([closes, narrows, found])
  expect(judged).toEqual([closes, { ...narrows, fate: 'stillborn', by: expect.stringMatching(/^TS\d+$/) }, found])
  expect(await typed([found])).toEqual([found])
})

test('interrupted, the command says how far it came and leaves nothing behind', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'crosswire-interrupted-'))
  const running = execa(process.execPath, ['--import', 'tsx', 'test/mutants/mutants.ts', 'rpc-shared-socket', '--jobs', '1'], {
    cwd: ROOT,
    reject: false,
    env: { TMPDIR: dir },
    // As a terminal does, to everything in the foreground.
    detached: true,
  })
  let told = ''
  running.stdout.on('data', (chunk: Buffer) => {
    told += chunk
    if (/^1\/\d+ .*\n$/.test(told)) process.kill(-(running.pid as number), 'SIGINT')
  })
  const { stderr } = await running
  expect(stderr).toMatch(/^interrupted after [12] of \d+$/m)
  expect(readdirSync(dir).filter((name) => name.startsWith('crosswire-'))).toEqual([])
  rmSync(dir, { recursive: true })
})

const judged = (changes: Partial<Judged>): Judged => ({
  ...{ kind: 'cleanup', line: 3, was: 'map.clear()', becomes: 'undefined', nth: 1, source: '', file: 'a.ts' },
  ...{ twins: [{ scenario: 'a', variant: 'fixed', files: ['a.ts'], around: [] }], fate: 'killed', by: 'leaks' },
  ...changes,
})
const many = Array.from({ length: 19 }, (_, i) => judged({ was: `${i}` }))
const known: Survivor = { file: 'a.ts', was: 'map.clear()', becomes: 'undefined', reason: 'Nobody looks at it.' }

test('a survivor needs a reason, a reason needs a survivor, and more than one in ten are too many', () => {
  const survivor = judged({ fate: 'survived' })
  expect(complaints([...many, survivor], [known])).toEqual([])
  expect(complaints([...many, survivor], [])).toEqual([expect.stringContaining('a.ts:3 survives')])
  expect(complaints([...many, judged({})], [known])).toEqual([expect.stringContaining('lists what does not survive: a.ts')])
  expect(complaints([...many, judged({ fate: 'stillborn' })], [known])).toHaveLength(1)
  expect(complaints(many, [{ ...known, file: 'b.ts' }])).toEqual([])
  expect(complaints([...many.slice(0, 8), survivor], [known])).toEqual([expect.stringContaining('1 of 9 survive')])
})

test('the page counts them by file, with the reason of each survivor', () => {
  const page = pageOf([...many, judged({ fate: 'survived' })], { budget: 300, survivors: [known], names: [] })
  expect(page).toContain('| `a.ts` | a | 20 | 19 | 1 | 0 |')
  expect(page).toContain('- `a.ts`: `map.clear()` becomes `undefined`. Nobody looks at it.')
})
