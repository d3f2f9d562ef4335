// Async contexts: Node's own inside an execution, and given up with it, so that none makes the next executions slower.
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { run } from '../../../support/run.js'

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Node 20 and 22 keep a list of those that are in use; later ones need none. */
const isListed = (storage: AsyncLocalStorage<unknown>): boolean => (storage as { enabled?: boolean }).enabled ?? false

test('a context that an execution was the first to use follows its tasks, and goes with it', async () => {
  const storage = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const look = async (): Promise<void> => {
    await sleep(5)
    seen.push(storage.getStore())
  }
  for (let i = 0; i < 2; i++) await run(() => Promise.all([storage.run('ann', look), storage.run('bob', look)]))
  expect(seen).toEqual(['ann', 'bob', 'ann', 'bob'])
  expect(isListed(storage)).toBe(false)
})

test('one that was entered goes with it too, and reaches neither the next execution nor the host', async () => {
  const storage = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  for (let i = 0; i < 2; i++) {
    await run(async () => {
      seen.push(storage.getStore())
      storage.enterWith('ann')
      await sleep(5)
      seen.push(storage.getStore())
    })
  }
  expect(seen).toEqual([undefined, 'ann', undefined, 'ann'])
  expect(storage.getStore()).toBeUndefined()
})

test('one that the host uses stays as it is', async () => {
  const storage = new AsyncLocalStorage<string>()
  const after = await storage.run('host', async () => {
    await run(() => storage.run('inside', () => sleep(5)))
    return storage.getStore()
  })
  expect(after).toBe('host')
})
