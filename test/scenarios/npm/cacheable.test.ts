// What is read through cacheable: misses at the same time, and a clearing while a load is under way.
import { expect, test } from 'vitest'
import { type CacheablePackage, createDirectory } from '../../../scenarios/npm/cacheable-888/directory.js'
import { createSettings } from '../../../scenarios/npm/cacheable-888-invalidate/settings.js'

const load = (name: string): Promise<CacheablePackage> => import(name)

const later = async <T>(value: T): Promise<T> => {
  await new Promise((resolve) => setImmediate(resolve))
  return value
}

test.each([
  ['1.8.3', 'cacheable-faulty', 3],
  ['1.8.4', 'cacheable-fixed', 1],
] as const)('%s: three who miss at the same time', async (_, name, loads) => {
  const asked: string[] = []
  const directory = createDirectory(await load(name), (id) => {
    asked.push(id)
    return later({ id })
  })
  expect(await Promise.all([1, 2, 3].map(() => directory.user('u-1')))).toEqual(Array(3).fill({ id: 'u-1' }))
  expect(asked).toHaveLength(loads)
  await directory.user('u-1')
  expect(asked).toHaveLength(loads)
})

const openSettings = async () => {
  const { Cacheable } = await import('cacheable-invalidate-faulty')
  const reads: (() => void)[] = []
  let version = 1
  const table = {
    read: () =>
      new Promise<number>((resolve) => {
        const read = version
        reads.push(() => resolve(read))
      }),
    write: () => Promise.resolve(++version),
  }
  return { settings: createSettings({ Cacheable } as never, table), reads }
}

test('2.5.0 serves what is stored anew, once nobody is loading', async () => {
  const { settings, reads } = await openSettings()
  expect(await settings.set('theme')).toBe(2)
  const read = settings.get('theme')
  await expect.poll(() => reads.length).toBe(1)
  reads[0]?.()
  expect(await read).toBe(2)
})

test('2.5.0 goes on serving the old value where it was being loaded when the cache was cleared', async () => {
  const { settings, reads } = await openSettings()
  const early = settings.get('theme')
  await expect.poll(() => reads.length).toBe(1)
  await settings.set('theme')
  reads[0]?.()
  expect(await early).toBe(1)
  expect(await settings.get('theme')).toBe(1)
})
