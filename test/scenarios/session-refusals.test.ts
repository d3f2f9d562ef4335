// What the session gateway does with a store that refuses or takes its time, with lines that are no requests, and with odd settings.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { connectClient, type GatewayClient } from '../../scenarios/session-gateway/client.js'
import { openGateway, type Parts } from '../../scenarios/session-gateway/gateway.js'
import { createHeartbeat } from '../../scenarios/session-gateway/heartbeat.js'
import { createResume } from '../../scenarios/session-gateway/resume.js'
import { createSession, createState } from '../../scenarios/session-gateway/session.js'
import { readSettings } from '../../scenarios/session-gateway/settings.js'
import type { Worker } from '../../scenarios/session-gateway/worker.js'
import * as resumeFixed from '../../scenarios/session-resume/fixed.js'
import * as keepAliveOnly from '../../scenarios/session-resume/keep-alive-only.js'
import * as resumeOneShot from '../../scenarios/session-resume/one-shot-reaper.js'
import * as pingsOnly from '../../scenarios/session-resume/pings-only.js'
import * as resumeSnapshot from '../../scenarios/session-resume/snapshot-funnel.js'
import * as stallByTheLock from '../../scenarios/session-stall/ends-by-the-lock.js'
import * as stallUnderLock from '../../scenarios/session-stall/teardown-under-lock.js'
import * as teardownFaulty from '../../scenarios/session-teardown/faulty.js'
import * as teardownUnderLock from '../../scenarios/session-teardown/funnel-under-lock.js'
import * as teardownReaps from '../../scenarios/session-teardown/reaps-in-a-turn.js'
import * as workerFixed from '../../scenarios/session-worker/fixed.js'
import { createSessionStore } from './support/session-store.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const workersOf = (failing: number) => {
  const workers: ('runs' | 'stopped')[] = []
  const startWorker = async (): Promise<Worker> => {
    const nth = workers.push('runs') - 1
    if (nth + 1 === failing) throw new Error('no worker')
    return {
      run: async (text) => `did ${text}`,
      async stop() {
        workers[nth] = 'stopped'
      },
    }
  }
  return { workers, startWorker }
}

/** Its workers are no processes: `workers` tells what has become of them. `failing`: the number of one that does not start. */
const open = async (variant: Partial<Parts> = {}, { failing = 0 } = {}) => {
  const store = createSessionStore()
  const { workers, startWorker } = workersOf(failing)
  const warned: string[] = []
  const warn = ({ message }: Error): void => void warned.push(message)
  const gateway = await openGateway({ store, env: {}, warn }, { ...variant, startWorker })
  cleanups.push(gateway.shutdown)
  const join = async (): Promise<GatewayClient> => {
    const client = await connectClient(gateway.url)
    cleanups.push(client.drop)
    return client
  }
  return { store, gateway, workers, warned, join }
}

/** A session without a gateway around it. */
const alone = async (env: NodeJS.ProcessEnv = {}) => {
  const { startWorker } = workersOf(0)
  const state = createState({ store: createSessionStore(), settings: readSettings(env), startWorker, warn: () => {} })
  const session = createSession('s-1', false, {} as WebSocket)
  state.sessions.set(session.id, session)
  return { state, session }
}

const RESUMES = [
  ['the gateway', {}],
  ['the gateway that opens ended sessions again', resumeFixed],
] as const

const ATTACHES = [
  ['the gateway', {}],
  ['the gateway that starts a fresh worker after each turn', workerFixed],
] as const

describe.each(RESUMES)('%s', (_, variant) => {
  test('resumes a session while the row of another one is read', async () => {
    const { store, join } = await open(variant)
    const [ann, bob] = [await join(), await join()]
    const [slow, other] = [await ann.create(), await ann.create()]
    const release = store.hold('read')
    const resumed = ann.resume(slow)
    await until(() => store.asked.includes('read'))
    expect(await bob.resume(other)).toEqual([])
    release()
    expect(await resumed).toEqual([])
  })

  test('refuses to resume a session that is closed before it is bound', async () => {
    const { store, gateway, join } = await open(variant)
    const [ann, bob] = [await join(), await join()]
    const session = await ann.create()
    const release = store.hold('read')
    const resumed = bob.resume(session)
    resumed.catch(() => {})
    await until(() => store.asked.includes('read'))
    await ann.close(session)
    release()
    await expect(resumed).rejects.toMatchObject({ code: 4001 })
    expect(gateway.list()).toEqual([])
  })

  test('takes a session that was just resumed for one that was just used', async () => {
    const { state, session } = await alone()
    session.touchedAt = 0
    await { createResume, ...variant }.createResume(state).resume(session.id, {} as WebSocket)
    expect(session.touchedAt).toBeGreaterThan(0)
  })
})

test('a session whose teardown failed is opened again from its row', async () => {
  const { store, join } = await open(resumeFixed)
  const [ann, bob] = [await join(), await join()]
  const session = await ann.create()
  const release = store.hold('commit')
  store.refuse('commit')
  const closed = ann.close(session)
  closed.catch(() => {})
  await until(() => store.asked.includes('commit'))
  const resumed = bob.resume(session)
  release()
  await expect(closed).rejects.toMatchObject({ message: 'commit is refused' })
  expect(await resumed).toEqual([])
})

describe.each(ATTACHES)('%s', (_, variant) => {
  test('tries again after an agent could not be built', async () => {
    const { store, workers, join } = await open(variant)
    const ann = await join()
    const session = await ann.create()
    store.refuse('build')
    await expect(ann.prompt(session, 'TAG-1')).rejects.toMatchObject({ message: 'build is refused' })
    expect(await ann.prompt(session, 'TAG-2')).toBe('did TAG-2')
    await ann.close(session)
    expect(workers.filter((state) => state !== 'stopped')).toEqual([])
  })
})

test('a worker that could not be started again is started for the next turn, and its agent is not built again', async () => {
  const { store, workers, join } = await open(workerFixed, { failing: 2 })
  const ann = await join()
  const session = await ann.create()
  expect(await ann.prompt(session, 'TAG-1')).toBe('did TAG-1')
  await until(() => workers.length === 2)
  expect(await ann.prompt(session, 'TAG-2').catch(() => ann.prompt(session, 'TAG-2'))).toBe('did TAG-2')
  expect(store.asked).toEqual(['open', 'build'])
})

test('a session that has ended gets no fresh worker', async () => {
  const { state, session } = await alone()
  const { ready, turned } = workerFixed.createAttach(state)
  await ready(session)
  session.turns = 1
  state.sessions.delete(session.id)
  turned(session)
  expect(state.starts).toEqual(new Set())
})

describe.each([
  ['the gateway', {}],
  ['session-resume, one-shot-reaper', resumeOneShot],
  ['session-resume, snapshot-funnel', resumeSnapshot],
  ['session-teardown, faulty', teardownFaulty],
  ['session-teardown, funnel-under-lock', teardownUnderLock],
  ['session-teardown, reaps-in-a-turn', teardownReaps],
  ['session-stall, ends-by-the-lock', stallByTheLock],
  ['session-stall, teardown-under-lock', stallUnderLock],
])('%s, where the store refuses a row', (_, variant) => {
  test.each(['commit', 'end'])('%s: neither the agent nor the worker is kept, and whoever closes is told', async (step) => {
    const { store, gateway, workers, join } = await open(variant)
    const ann = await join()
    const session = await ann.create()
    await ann.prompt(session, 'TAG-1')
    store.refuse(step)
    await expect(ann.close(session)).rejects.toMatchObject({ message: `${step} is refused` })
    expect(workers).toEqual(['stopped'])
    expect(store.asked).toContain('release')
    expect(gateway.list()).toEqual([])
  })

  test('whoever runs the gateway is told where nobody closes', async () => {
    const { store, gateway, warned, join } = await open(variant)
    const ann = await join()
    await ann.create({ closeOnDisconnect: true })
    store.refuse('commit')
    await ann.drop()
    await until(() => warned.length > 0)
    expect(warned).toEqual(['commit is refused'])
    expect(gateway.list()).toEqual([])
  })
})

test.each(['', '{', 'null', '7', '"close"', '[]', '{}', '{"method":7}'])(
  'the line %j is refused, and nobody is the worse for it',
  async (line) => {
    const { gateway, join } = await open()
    const ann = await join()
    expect(await answerTo(gateway.url, line)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: 'no request' },
    })
    expect(await ann.list()).toEqual([])
  },
)

test.each(['reap', 'constructor'])('the method %j, which the gateway does not have, is refused', async (method) => {
  const { gateway } = await open()
  const answer = await answerTo(gateway.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }))
  expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_601, message: `no such method: ${method}` } })
})

test('a request without parameters is of no session', async () => {
  const { gateway } = await open()
  const answer = await answerTo(gateway.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompt', params: null }))
  expect(answer).toMatchObject({ id: 1, error: { code: 4001 } })
})

const answerTo = (url: string, line: string): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url)
    socket.onopen = () => socket.send(line)
    socket.onmessage = ({ data }) => {
      resolve(JSON.parse(String(data)))
      socket.close()
    }
  })

test('a setting is at most what a timer can wait', () => {
  const long = '99999999'
  const env = { SESSION_GRACE_S: long, SESSION_IDLE_S: long, SESSION_SWEEP_S: long, SESSION_PING_S: long }
  const longest = 2 ** 31 - 1
  expect(readSettings(env)).toEqual({ graceMs: longest, idleMs: 99_999_999_000, sweepMs: longest, pingMs: longest })
})

test.each([
  ['the gateway', createHeartbeat],
  ['session-resume, keep-alive-only', keepAliveOnly.createHeartbeat],
  ['session-resume, pings-only', pingsOnly.createHeartbeat],
])('%s: nobody is pinged where that is turned off', async (_, create) => {
  const { state } = await alone({ SESSION_PING_S: '0' })
  const pinged: unknown[] = []
  const client = Object.assign(new EventEmitter(), { ping: () => pinged.push('ping') }) as unknown as WebSocket
  const socket = { setKeepAlive: () => pinged.push('kept alive') } as unknown as Socket
  create(state).watch(client, socket)
  // Timers of one length come in their order: an interval of nothing, which is a millisecond, would have come by then.
  await new Promise((resolve) => setTimeout(resolve, 1))
  client.emit('close')
  expect(pinged).toEqual([])
})
