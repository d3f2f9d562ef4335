// The store of jobs over real files: what every variant does as long as nobody interferes, and what the repaired one must bear.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import * as entryOnly from '../../scenarios/job-remove/entry-only.js'
import * as faulty from '../../scenarios/job-remove/faulty.js'
import * as fixed from '../../scenarios/job-remove/fixed.js'
import * as folderFirst from '../../scenarios/job-remove/folder-first.js'
import * as indexUnlocked from '../../scenarios/job-remove/index-unlocked.js'
import { folder } from './support/peer.js'

const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const opened = ({ openJobs }: typeof fixed) => {
  const { dir, remove } = folder()
  cleanups.push(remove)
  writeFileSync(join(dir, 'jobs.json'), JSON.stringify({ a: 0, b: 0 }))
  mkdirSync(join(dir, 'output'))
  mkdirSync(join(dir, 'keep'))
  return {
    jobs: openJobs(dir),
    folders: () => readdirSync(join(dir, 'output')).sort(),
    keeps: () => existsSync(join(dir, 'keep')),
  }
}

describe.each([
  ['faulty', faulty],
  ['entry-only', entryOnly],
  ['folder-first', folderFirst],
  ['index-unlocked', indexUnlocked],
  ['fixed', fixed],
])('%s, one after the other', (name, variant) => {
  test('jobs run, and are removed once', async () => {
    const { jobs, folders } = opened(variant)
    await jobs.run('a', async () => 'one')
    await jobs.run('b', async () => 'two')
    expect(folders()).toEqual(['a', 'b'])
    expect(await jobs.remove('a')).toBe(true)
    expect(await jobs.remove('a')).toBe(false)
    expect(await jobs.list()).toEqual(['b'])
    expect(folders()).toEqual(name === 'entry-only' ? ['a', 'b'] : ['b'])
    await expect(jobs.run('a', async () => 'three')).rejects.toThrow('no job a')
  })
})

test('fixed: an unknown id is harmless, and one that leads out of the folder deletes nothing', async () => {
  const { jobs, keeps } = opened(fixed)
  expect(await jobs.remove('nobody')).toBe(false)
  expect(await jobs.remove('../keep')).toBe(false)
  expect(keeps()).toBe(true)
  expect(await jobs.list()).toEqual(['a', 'b'])
})

test.each(['constructor', 'toString', '__proto__'])('fixed: %s is the id of no job, though every object has one', async (id) => {
  const { jobs, folders } = opened(fixed)
  expect(await jobs.remove(id)).toBe(false)
  await expect(jobs.run(id, async () => 'one')).rejects.toThrow(`no job ${id}`)
  expect(await jobs.list()).toEqual(['a', 'b'])
  expect(folders()).toEqual([])
})

test('fixed: twenty runs and two removals at once leave neither entry nor folder', async () => {
  const { jobs, folders } = opened(fixed)
  const runs = Array.from({ length: 20 }, (_, i) => jobs.run(i % 2 === 0 ? 'a' : 'b', async () => `run ${i}`).catch(() => {}))
  const removed = await Promise.all([jobs.remove('a'), jobs.remove('b'), jobs.remove('a')])
  await Promise.all(runs)
  expect(removed).toEqual([true, true, false])
  expect(await jobs.list()).toEqual([])
  expect(folders()).toEqual([])
})
