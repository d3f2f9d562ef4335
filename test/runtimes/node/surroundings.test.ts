// Environment and working directory: what an execution leaves changed is its leftover, every time, and the next one starts afresh.
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../support/run.js'

const ambient = async (body: () => unknown): Promise<string[]> =>
  (await run(body)).leftovers.filter(({ kind }) => kind === 'ambient').map(({ what }) => what)

test('a variable that each execution sets is a leftover of each, and gone afterwards', async () => {
  const body = async () => {
    process.env.CROSSWIRE_TEST_AMBIENT = '1'
  }
  for (let i = 0; i < 3; i++) expect(await ambient(body)).toEqual(['environment variable CROSSWIRE_TEST_AMBIENT'])
  expect(process.env.CROSSWIRE_TEST_AMBIENT).toBeUndefined()
})

test('a variable that is deleted or overwritten comes back', async () => {
  process.env.CROSSWIRE_TEST_KEPT = 'before'
  const deletes = () => delete process.env.CROSSWIRE_TEST_KEPT
  const assigns = () => Object.assign(process.env, { CROSSWIRE_TEST_KEPT: 'after' })
  expect(await ambient(deletes)).toEqual(['environment variable CROSSWIRE_TEST_KEPT'])
  expect(await ambient(assigns)).toEqual(['environment variable CROSSWIRE_TEST_KEPT'])
  expect(process.env.CROSSWIRE_TEST_KEPT).toBe('before')
  delete process.env.CROSSWIRE_TEST_KEPT
})

test('what is put back by the subject itself is no leftover', async () => {
  const body = () => {
    process.env.CROSSWIRE_TEST_AMBIENT = '1'
    delete process.env.CROSSWIRE_TEST_AMBIENT
    const { cwd } = process
    const before = cwd()
    process.chdir('/')
    process.chdir(before)
  }
  expect(await ambient(body)).toEqual([])
})

test('a working directory that is gone is left for the one before, too', async () => {
  const before = process.cwd()
  const gone = mkdtempSync(join(tmpdir(), 'cw-gone-'))
  const leave = (): void => {
    process.chdir(gone)
    rmdirSync(gone)
  }
  expect(await ambient(leave)).toEqual(['working directory'])
  expect(process.cwd()).toBe(before)
})

test('a working directory that is left changed is a leftover, and is changed back', async () => {
  const before = process.cwd()
  expect(await ambient(() => process.chdir('/'))).toEqual(['working directory'])
  expect(process.cwd()).toBe(before)
})

test.each([
  ['Date.now', () => Date.now()],
  ['Date', () => new Date(new Date()).getTime()],
  ['performance.now', () => performance.now()],
  ['process.hrtime', () => Number(process.hrtime.bigint()) / 1e6],
])('a busy wait on %s ends: reading the clock over and over takes time', async (_, read) => {
  const { end, stats } = await run(() => {
    const startMs = read()
    while (read() - startMs < 20);
  })
  expect(end.kind).toBe('completed')
  expect(stats.atMs).toBeGreaterThanOrEqual(20)
})

test('a step that reads the clock a few hundred times sees one time', async () => {
  let spread = -1
  await run(() => {
    const times = Array.from({ length: 500 }, () => performance.now())
    spread = Math.max(...times) - Math.min(...times)
  })
  expect(spread).toBe(0)
})
