// What no choice reaches: refused by name and place, or let through and marked.
import dns from 'node:dns'
import { promisify } from 'node:util'
import { BroadcastChannel as ThreadChannel } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { HarnessError } from '../../../harness/core/errors.js'
import { run } from '../../support/run.js'

type WaitAsync = (array: Int32Array, index: number, value: number, timeoutMs: number) => { value: Promise<string> }
const waitAsync = () =>
  (Atomics as unknown as { waitAsync: WaitAsync }).waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
const { navigator } = globalThis as { navigator?: { locks?: { request(name: string, run: () => unknown): Promise<unknown> } } }
const locks = navigator?.locks

const refused: Record<string, () => unknown> = {
  'Atomics.waitAsync': waitAsync,
  BroadcastChannel: () => new BroadcastChannel('news'),
  'dns.resolve': () => promisify(dns.resolve)('name.invalid'),
  'dns.promises.resolve4': () => dns.promises.resolve4('name.invalid'),
  'dns.reverse': () => promisify(dns.reverse)('127.0.0.1'),
  'dns.lookupService': () => dns.lookupService('127.0.0.1', 80, () => {}),
  'dns.Resolver.resolveTxt': () => new dns.Resolver().resolveTxt('name.invalid', () => {}),
  'dns.promises.Resolver.resolve': () => new dns.promises.Resolver().resolve('name.invalid'),
  ...(locks === undefined ? {} : { 'navigator.locks.request': () => locks.request('door', () => {}) }),
}

describe.each(Object.entries(refused))('%s', (name, start) => {
  test('is refused by name and place, even where the subject swallows the error', async () => {
    const attempt = async () => {
      try {
        await start()
      } catch {}
    }
    const error = await run(attempt).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(HarnessError)
    expect((error as HarnessError).code).toBe('REAL_IO_ESCAPED')
    expect((error as HarnessError).message).toMatch(
      new RegExp(`: ${name.replaceAll('.', '\\.')} at test/runtimes/node/native-refused\\.test\\.ts:\\d+`),
    )
  })
})

test('allowed, it runs on the real loop, and the execution says that its order was not controlled', async () => {
  const settings = { native: 'allow' as const }
  let value = ''
  const waited = await run(
    async () => {
      value = await waitAsync().value
    },
    undefined,
    settings,
  )
  expect(waited.end).toMatchObject({ kind: 'completed', message: '' })
  expect(value).toBe('timed-out')
  expect(waited.stats.nativeUncontrolled).toBe(true)
  expect(waited.escapes.map(({ type }) => type)).toContain('Atomics.waitAsync')
})

test('a channel to all threads is the real one between executions, by either name', () => {
  const channel = new BroadcastChannel('news')
  expect(channel).toBeInstanceOf(ThreadChannel)
  expect(channel.name).toBe('news')
  channel.close()
})
