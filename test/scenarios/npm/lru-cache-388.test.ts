// Prices on lru-cache: one that comes in time, and one that comes when whoever asked has gone.
import { expect, test } from 'vitest'
import { createPrices, type LruPackage } from '../../../scenarios/npm/lru-cache-388/prices.js'

const versions = {
  '11.2.1': (): Promise<LruPackage> => import('lru-cache-faulty') as unknown as Promise<LruPackage>,
  '11.2.2': (): Promise<LruPackage> => import('lru-cache-fixed') as unknown as Promise<LruPackage>,
}

const open = async (version: keyof typeof versions) => {
  const answers: ((price: number) => void)[] = []
  const prices = createPrices(await versions[version](), () => new Promise((resolve) => answers.push(resolve)))
  return { prices, answer: (price: number) => answers.shift()?.(price) }
}

test.each(['11.2.1', '11.2.2'] as const)('%s keeps a price that comes in time', async (version) => {
  const { prices, answer } = await open(version)
  const price = prices.of('bolt', 10_000)
  answer(5)
  expect(await price).toBe(5)
  expect(prices.has('bolt')).toBe(true)
})

test.each([
  ['11.2.1', false],
  ['11.2.2', true],
] as const)('%s, where it comes too late: kept is %s', async (version, kept) => {
  const { prices, answer } = await open(version)
  expect(await prices.of('bolt', 1)).toBeNull()
  answer(5)
  await prices.settled()
  await new Promise((resolve) => setImmediate(resolve))
  expect(prices.has('bolt')).toBe(kept)
})
