// The clients of rpc-shared-socket over real sockets: what each of them does as long as nobody interferes, and what a repaired one must bear.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import { constantDelay } from '../../harness/dispatchers/delay-profiles.js'
import { echo, rejects } from '../../harness/dispatchers/tools.js'
import * as faulty from '../../scenarios/rpc-shared-socket/faulty.js'
import * as fixed from '../../scenarios/rpc-shared-socket/fixed.js'
import * as fixedByIds from '../../scenarios/rpc-shared-socket/fixed-by-ids.js'
import * as lockAfterConnect from '../../scenarios/rpc-shared-socket/lock-after-connect.js'
import * as lockOnSendOnly from '../../scenarios/rpc-shared-socket/lock-on-send-only.js'
import * as lockUndeclared from '../../scenarios/rpc-shared-socket/lock-undeclared.js'
import { startDispatcher } from './support/dispatcher.js'
import { type Handler, startPeer, untilRead } from './support/peer.js'
import { smoke } from './support/smoke.js'

const SPEC: DispatcherSpec = { tools: { terminal: echo(), fail: rejects('the tool says no') }, connections: 'one' }
const repaired = [
  ['fixed', fixed, SPEC],
  ['fixed-by-ids', fixedByIds, { ...SPEC, service: 'concurrent' }],
] as const

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const served = async (variant: typeof fixed, spec: DispatcherSpec, strikes?: (what: string) => boolean, log?: string) => {
  const dispatcher = await startDispatcher('uds', spec, strikes)
  cleanups.push(dispatcher.close)
  const client = variant.connect({ path: dispatcher.address.path }, log === undefined ? {} : { log })
  cleanups.push(client.close)
  return { client, dispatcher }
}

const facing = async (variant: typeof fixed, handle: Handler) => {
  const peer = await startPeer(handle)
  cleanups.push(peer.close)
  const client = variant.connect(peer.address)
  cleanups.push(client.close)
  return { client, peer }
}

/** Answers a request line with `result`, cut at these byte offsets. */
const answering = async (line: string, socket: Parameters<Handler>[1], result: unknown, cuts: readonly number[] = []) => {
  const { id } = JSON.parse(line)
  const bytes = Buffer.from(`${JSON.stringify({ ...(id === undefined ? {} : { id }), result })}\n`)
  for (const [i, from] of [0, ...cuts].entries()) {
    socket.write(bytes.subarray(from, cuts[i] ?? bytes.length))
    await untilRead()
  }
}

describe('one caller after the other', () => {
  test.each([
    ['faulty', faulty],
    ['lock-on-send-only', lockOnSendOnly],
    ['lock-after-connect', lockAfterConnect],
    ['fixed', fixed],
    ['fixed-by-ids', fixedByIds],
  ])('%s gives everybody their own answer', async (_, variant) => {
    const { client } = await served(variant, SPEC)
    for (const tag of ['TAG-1', 'TAG-2', 'TAG-3']) expect(await client.call('terminal', { tag })).toEqual({ tag })
  })

  test('lock-undeclared throws on every call: its lock is nowhere', async () => {
    const { client } = await served(lockUndeclared, SPEC)
    await expect(client.call('terminal', {})).rejects.toThrow(ReferenceError)
    await expect(client.call('terminal', {})).rejects.toThrow('roundTrip is not defined')
    expect(readFileSync(new URL('../../scenarios/rpc-shared-socket/lock-undeclared.ts', import.meta.url), 'utf8')).toMatch(
      /roundTrip\.run\(/,
    )
  })

  test('each call leaves a line in the log, and one that cannot be written harms nobody', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'crosswire-log-'))
    cleanups.push(() => rmSync(dir, { recursive: true }))
    const log = join(dir, 'calls.log')
    const { client } = await served(fixed, SPEC, undefined, log)
    await client.call('terminal', {})
    await client.call('fail', {}).catch(() => {})
    expect(readFileSync(log, 'utf8')).toMatch(/^\S+Z sent terminal\n\S+Z sent fail\n$/)
    const { client: other } = await served(fixed, SPEC, undefined, join(dir, 'absent', 'calls.log'))
    expect(await other.call('terminal', { tag: 'TAG-1' })).toEqual({ tag: 'TAG-1' })
  })
})

describe.each(repaired)('%s', (_, variant, spec) => {
  test('ten callers over a slow dispatcher: OK 10/10', async () => {
    const { client, dispatcher } = await served(variant, { ...spec, delay: constantDelay(50) })
    expect(await smoke(client, 10)).toBe('OK 10/10')
    expect(new Set(dispatcher.events.map(({ via }) => via?.connection)).size).toBe(1)
  })

  test.each([65_535, 65_536, 65_537, 1_048_576])('an answer of %i bytes arrives whole', async (size) => {
    const overhead = Buffer.byteLength('{"result":""}')
    const text = `${'é€😀'.repeat(Math.floor((size - overhead) / 9))}${'x'.repeat((size - overhead) % 9)}`
    const { client } = await facing(variant, (line, socket) => answering(line, socket, text))
    expect(await client.call('terminal', {})).toBe(text)
  })

  test('characters of two, three and four bytes may be cut anywhere', async () => {
    const text = 'é€😀'
    const length = Buffer.byteLength(`${JSON.stringify({ id: '99', result: text })}\n`)
    let cut = 0
    const { client } = await facing(variant, (line, socket) => answering(line, socket, text, [cut]))
    for (cut = 1; cut < length; cut++) expect(await client.call('terminal', {})).toBe(text)
  })

  test('an answer that is a JSON string holding JSON is decoded twice', async () => {
    const { client } = await served(variant, { ...spec, answers: 'json-in-string' })
    expect(await client.call('terminal', { tag: 'TAG-1' })).toEqual({ tag: 'TAG-1' })
    await expect(client.call('fail', {})).rejects.toThrow('the tool says no')
  })

  test('a tool error and a tool that is not allowed reach exactly their callers', async () => {
    const { client } = await served(variant, { ...spec, allow: ['fail', 'terminal'] })
    const outcomes = await Promise.allSettled([
      client.call('terminal', { tag: 'TAG-1' }),
      client.call('fail', { tag: 'TAG-2' }),
      client.call('format', { tag: 'TAG-3' }),
      client.call('terminal', { tag: 'TAG-4' }),
    ])
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
      { tag: 'TAG-1' },
      'the tool says no',
      'tool "format" is not available; available: fail, terminal',
      { tag: 'TAG-4' },
    ])
  })

  test('a caller whose arguments cannot be sent fails alone', async () => {
    const { client } = await served(variant, spec)
    const outcomes = await Promise.allSettled([
      client.call('terminal', { tag: 'TAG-1' }),
      client.call('terminal', { big: 1n }),
      client.call('terminal', { tag: 'TAG-3' }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('whoever is in flight when the dispatcher disconnects learns so, and the next call connects anew', async () => {
    let strikes = 1
    const faults = [{ fault: 'disconnect' as const }]
    const { client } = await served(variant, { ...spec, connections: 'many', faults }, () => strikes-- > 0)
    await expect(client.call('terminal', { tag: 'TAG-1' })).rejects.toThrow('the dispatcher disconnected before it answered')
    expect(await client.call('terminal', { tag: 'TAG-2' })).toEqual({ tag: 'TAG-2' })
  })

  test('nobody waits when the dispatcher has gone for good', async () => {
    const { client, peer } = await facing(variant, () => void peer.close())
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => client.call('terminal', {})))
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    await expect(client.call('terminal', {})).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  })

  test('a dispatcher that leaves while nobody asks is met anew by the next call', async () => {
    const { client, peer } = await facing(variant, (line, socket) => answering(line, socket, 'here'))
    expect(await client.call('terminal', {})).toBe('here')
    peer.disconnect()
    await untilRead()
    expect(await client.call('terminal', {})).toBe('here')
    expect(peer.requests).toHaveLength(2)
  })
})
