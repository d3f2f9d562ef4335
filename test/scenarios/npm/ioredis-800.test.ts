// The store on ioredis over real sockets: what both versions do on a good day, and what each does when a transaction is cut in two.
import { expect, onTestFinished, test } from 'vitest'
import { redis } from '../../../scenarios/npm/ioredis-800/redis.js'
import { openStore, type RedisPackage, type Store } from '../../../scenarios/npm/ioredis-800/store.js'
import { serve } from '../../dispatchers/bench.js'

/** The package has no types of its own. */
const load = (name: string): Promise<RedisPackage> => import(name)

const versions = {
  '4.16.0': () => load('ioredis-faulty'),
  '4.17.0': () => load('ioredis-fixed'),
}

const open = async (version: keyof typeof versions, script: Readonly<Record<string, readonly string[]>>): Promise<Store> => {
  const { address } = await serve(redis, script)
  if (address.transport !== 'tcp') throw new TypeError(address.transport)
  const store = openStore(await versions[version](), address.port)
  onTestFinished(() => store.close())
  return store
}

const NEVER = {}
/** The connection is lost once one command of a transaction has been answered. */
const AFTER_QUEUED = { 'fault queued': ['none', 'disconnect'] }

test.each(['4.16.0', '4.17.0'] as const)('%s reads and replaces as long as the connection holds', async (version) => {
  const store = await open(version, NEVER)
  expect(await store.read('k1')).toBe('value of k1')
  expect(await store.replace('k1', 'new')).toEqual([
    [null, 'OK'],
    [null, 'new'],
  ])
  expect(await Promise.all(['k1', 'k2', 'k3'].map((key) => store.read(key)))).toEqual(['new', 'value of k2', 'value of k3'])
})

test('4.16.0 shifts the answers of everybody who comes after a transaction that was cut after QUEUED', async () => {
  const store = await open('4.16.0', AFTER_QUEUED)
  const cut = store.replace('k0', 'new')
  const first = store.read('k1')
  for (const key of ['k2', 'k3']) store.read(key).catch(() => {}) // nobody is left to answer these
  expect(await first).toBe('value of k3')
  // What was meant for k2 ended the transaction, one pair for each character.
  expect(((await cut) as [null, string][]).map(([, character]) => character).join('')).toBe('value of k2')
})

test('4.17.0 gives up that transaction, and everybody else gets their own answer', async () => {
  const store = await open('4.17.0', AFTER_QUEUED)
  const cut = store.replace('k0', 'new').catch((error: Error) => error.message)
  const reads = await Promise.all(['k1', 'k2', 'k3'].map((key) => store.read(key)))
  expect(reads).toEqual(['value of k1', 'value of k2', 'value of k3'])
  expect(await cut).toBe('Command aborted due to connection close')
})
