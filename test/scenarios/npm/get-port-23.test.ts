// get-port over real sockets: two who ask before the first one listens.
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

type GetPort = (options: { port: readonly number[]; host: string }) => Promise<number>

const require = createRequire(new URL('../../../scenarios/npm/package.json', import.meta.url))
const OPTIONS = { port: [24_101, 24_102, 24_103], host: '127.0.0.1' }

const askedTwice = async (name: string): Promise<readonly number[]> => {
  const getPort = require(name) as GetPort
  return [await getPort(OPTIONS), await getPort(OPTIONS)]
}

test('4.2.0 gives the same port to both', async () => {
  const [first, second] = await askedTwice('get-port-faulty')
  expect(second).toBe(first)
})

test('5.1.1 gives each a port of its own', async () => {
  const [first, second] = await askedTwice('get-port-fixed')
  expect(second).not.toBe(first)
})
