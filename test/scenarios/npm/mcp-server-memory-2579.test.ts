// The memory of an assistant with the published server as a real child program.
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type McpClientPackage, type Memory, openMemory } from '../../../scenarios/npm/mcp-server-memory-2579/memory.js'
import { createLocks, type Locks } from '../../../scenarios/support/locks.js'
import { ROOT } from '../../support/crosswire.js'
import { folder } from '../support/peer.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const open = async (locks: Locks | null): Promise<Memory> => {
  const sdk = { ...(await import('mcp-sdk-fixed/client/index.js')), ...(await import('mcp-sdk-fixed/client/stdio.js')) }
  const { dir, remove } = folder()
  const { PATH } = process.env
  process.env.PATH = `${join(ROOT, 'node_modules/.bin')}:${PATH}`
  cleanups.push(remove, () => {
    process.env.PATH = PATH
  })
  const memory = await openMemory(sdk as unknown as McpClientPackage, join(dir, 'memory.jsonl'), locks)
  cleanups.push(memory.close)
  return memory
}

const NAMES = Array.from({ length: 20 }, (_, i) => `fact-${i}`)

test('what is remembered one after the other is there', async () => {
  const memory = await open(null)
  await memory.remember('first')
  await memory.remember('second')
  expect(await memory.names()).toEqual(['first', 'second'])
})

test('of twenty things at once, all of them acknowledged, some are lost', async () => {
  const memory = await open(null)
  await Promise.all(NAMES.map((name) => memory.remember(name)))
  const names = await memory.names()
  expect(names.length).toBeGreaterThan(0)
  expect(names.length).toBeLessThan(NAMES.length)
})

test('asked for one at a time, all twenty are there', async () => {
  const memory = await open(createLocks())
  await Promise.all(NAMES.map((name) => memory.remember(name)))
  expect(await memory.names()).toEqual(NAMES)
})
