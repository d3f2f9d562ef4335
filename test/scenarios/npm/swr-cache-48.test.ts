// News on stale-while-revalidate-cache: a reader while somebody else's renewal takes its time.
import { expect, test } from 'vitest'
import { createNews, type SwrPackage } from '../../../scenarios/npm/swr-cache-48/news.js'

const load = (name: string): Promise<SwrPackage> => import(name)

const open = async (name: string) => {
  const kept = new Map<string, unknown>()
  const news = createNews(await load(name), {
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => kept.delete(key),
  })
  await news.restore('weather', 'rain')
  return news
}

const FAULTY = 'stale-while-revalidate-cache-faulty'
const FIXED = 'stale-while-revalidate-cache-fixed'

test.each([FAULTY, FIXED])('%s gives out what is there, and then what is new', async (name) => {
  const news = await open(name)
  expect(await news.read('weather', async () => 'sun')).toBe('rain')
  await expect.poll(() => news.read('weather', async () => 'sun')).toBe('sun')
})

test.each([
  ['3.4.0', FAULTY, 'waits'],
  ['3.4.2', FIXED, 'rain'],
])('%s, to whoever reads while a renewal is under way', async (_, name, given) => {
  const news = await open(name)
  let renew = (_: string): void => {}
  const renewal = new Promise<string>((resolve) => {
    renew = resolve
  })
  expect(await news.read('weather', () => renewal)).toBe('rain')
  const second = news.read('weather', async () => 'snow')
  const waits = new Promise<string>((resolve) => setTimeout(() => resolve('waits'), 100))
  expect(await Promise.race([second, waits])).toBe(given)
  renew('sun')
  await second
})
