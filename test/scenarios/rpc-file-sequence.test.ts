// The clients of rpc-file-sequence over real files: what each of them does as long as nobody interferes, and what the repaired one must bear.
import '../../harness/register.js'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import { constantDelay } from '../../harness/dispatchers/delay-profiles.js'
import { echo, rejects } from '../../harness/dispatchers/tools.js'
import { explore } from '../../harness/index.js'
import * as faulty from '../../scenarios/rpc-file-sequence/faulty.js'
import * as fixed from '../../scenarios/rpc-file-sequence/fixed.js'
import * as lockOnIncrementOnly from '../../scenarios/rpc-file-sequence/lock-on-increment-only.js'
import { startDispatcher } from './support/dispatcher.js'
import { folder } from './support/peer.js'
import { smoke } from './support/smoke.js'

const SPEC: DispatcherSpec = { tools: { terminal: echo(), fail: rejects('the tool says no') } }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const served = async (variant: typeof fixed, spec: DispatcherSpec) => {
  const dispatcher = await startDispatcher('file', spec)
  cleanups.push(dispatcher.close)
  return { client: variant.connect({ dir: dispatcher.address.dir }), dir: dispatcher.address.dir }
}

test.each([
  ['faulty', faulty],
  ['lock-on-increment-only', lockOnIncrementOnly],
  ['fixed', fixed],
])('one caller after the other, %s gives everybody their own answer', async (_, variant) => {
  const { client, dir } = await served(variant, SPEC)
  for (const tag of ['TAG-1', 'TAG-2']) expect(await client.call('terminal', { tag })).toEqual({ tag })
  expect(readdirSync(dir).filter((name) => name.startsWith('res_'))).toEqual([])
})

describe('fixed', () => {
  test('ten callers over a slow dispatcher: OK 10/10', async () => {
    const { client } = await served(fixed, { ...SPEC, delay: constantDelay(50), service: 'concurrent' })
    expect(await smoke(client, 10)).toBe('OK 10/10')
  })

  test('an answer that is a JSON string holding JSON is decoded twice, and one of a mebibyte arrives whole', async () => {
    const { client } = await served(fixed, { ...SPEC, answers: 'json-in-string' })
    const text = 'é€😀'.repeat(Math.ceil(1_048_576 / 9))
    expect(await client.call('terminal', { text })).toEqual({ text })
  })

  test('a tool error and a tool that is not allowed reach exactly their callers', async () => {
    const { client } = await served(fixed, { ...SPEC, allow: ['fail', 'terminal'] })
    const outcomes = await Promise.allSettled([
      client.call('terminal', { tag: 'TAG-1' }),
      client.call('fail', { tag: 'TAG-2' }),
      client.call('format', { tag: 'TAG-3' }),
    ])
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
      { tag: 'TAG-1' },
      'the tool says no',
      'tool "format" is not available; available: fail, terminal',
    ])
  })

  test('gives up after 300 s without an answer, and says so', async () => {
    const report = await explore(
      async (world) => {
        const began = Date.now()
        const call = fixed.connect({ dir: world.dir() }).call('terminal', {})
        await expect(call).rejects.toThrow('the dispatcher did not answer within 300 s')
        expect(Date.now() - began).toBeGreaterThanOrEqual(300_000)
        expect(Date.now() - began).toBeLessThan(301_000)
      },
      { budget: 1, seed: 1 },
    )
    expect(report.outcome === 'fail' ? report.text : '').toBe('')
  })

  test('a request is there at once and whole: seq and file name agree', async () => {
    const { dir, remove } = folder()
    cleanups.push(remove)
    const client = fixed.connect({ dir })
    const answers = ['TAG-1', 'TAG-2', 'TAG-3'].map((tag) => client.call('terminal', { tag }))
    await vi.waitUntil(() => readdirSync(dir).filter((name) => /^req_\d+$/.test(name)).length === 3)
    expect(readdirSync(dir).sort()).toEqual(['req_000001', 'req_000002', 'req_000003'])
    // Which caller gets which number is open: their directories are looked for on threads.
    for (const expected of [1, 2, 3]) {
      const { seq, args } = JSON.parse(readFileSync(join(dir, `req_00000${expected}`), 'utf8'))
      expect(seq).toBe(expected)
      answer(dir, seq, { result: args })
    }
    expect(await Promise.all(answers)).toEqual([{ tag: 'TAG-1' }, { tag: 'TAG-2' }, { tag: 'TAG-3' }])
  })

  test('without a directory it meets the dispatcher in a folder under the temporary one of the system', async () => {
    const { dir, remove } = folder()
    cleanups.push(remove)
    vi.stubEnv('TMPDIR', dir)
    vi.stubEnv('TOOL_DISPATCHER_DIR', undefined)
    expect(tmpdir()).toBe(dir)
    const client = fixed.connect()
    const shared = join(dir, 'tool-dispatcher')
    mkdirSync(shared)
    answer(shared, 1, { result: 'found' })
    expect(await client.call('terminal', {})).toBe('found')
    expect(readdirSync(shared)).toEqual(['req_000001'])
  })

  test('the environment may name the directory', async () => {
    const { dir, remove } = folder()
    cleanups.push(remove)
    vi.stubEnv('TOOL_DISPATCHER_DIR', dir)
    answer(dir, 1, { result: 'found' })
    expect(await fixed.connect().call('terminal', {})).toBe('found')
  })
})

const answer = (dir: string, seq: number, content: unknown): void =>
  writeFileSync(join(dir, `res_${String(seq).padStart(6, '0')}`), Buffer.from(JSON.stringify(content)).toString('base64'))
