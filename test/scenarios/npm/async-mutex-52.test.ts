// The catalogue on async-mutex: who waits until nobody fills it, with somebody else queued to fill it next.
import { expect, test } from 'vitest'
import { createCatalogue, type MutexPackage, PAGES } from '../../../scenarios/npm/async-mutex-52/catalogue.js'
import { createShelf } from '../../../scenarios/npm/async-mutex-52/shelf.js'

const versions = {
  '0.3.2': (): Promise<MutexPackage> => import('async-mutex-faulty'),
  '0.4.0': (): Promise<MutexPackage> => import('async-mutex-fixed'),
}

const open = async (version: keyof typeof versions) =>
  createCatalogue(await versions[version](), createShelf(), async (edition, page) => `${edition}, page ${page}`)

test.each(['0.3.2', '0.4.0'] as const)('%s lets whoever waits for one filling see all of it', async (version) => {
  const catalogue = await open(version)
  const filled = catalogue.reload('spring')
  expect(await catalogue.list()).toHaveLength(PAGES)
  await filled
})

test.each([
  ['0.3.2', 0],
  ['0.4.0', PAGES],
] as const)('with a second filling queued, %s lets them see %i items', async (version, items) => {
  const catalogue = await open(version)
  const filled = [catalogue.reload('spring'), catalogue.reload('autumn')]
  expect(await catalogue.list()).toHaveLength(items)
  await Promise.all(filled)
})
