// What the session gateway does where something goes wrong beside it: a client that goes too soon, a worker that does not start.
import '../../harness/register.js'
import { afterEach, expect, test } from 'vitest'
import type WebSocket from 'ws'
import { explore, type SimulatedProcess } from '../../harness/index.js'
import { connectClient } from '../../scenarios/session-gateway/client.js'
import { openGateway, type Parts } from '../../scenarios/session-gateway/gateway.js'
import { type House, visiting } from '../../scenarios/session-gateway/house.js'
import { createLifecycle } from '../../scenarios/session-gateway/lifecycle.js'
import { createResume } from '../../scenarios/session-gateway/resume.js'
import { createState } from '../../scenarios/session-gateway/session.js'
import { readSettings } from '../../scenarios/session-gateway/settings.js'
import { startWorker } from '../../scenarios/session-gateway/worker.js'
import * as resumeFixed from '../../scenarios/session-resume/fixed.js'
import * as workerFixed from '../../scenarios/session-worker/fixed.js'
import { createSessionStore } from './support/session-store.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const ECHO = ['sh', '-c', 'echo ready; while read -r line; do echo "did $line"; done']

const open = async ({ worker = ECHO, variant = {} }: { worker?: readonly string[]; variant?: Partial<Parts> } = {}) => {
  const store = createSessionStore()
  const gateway = await openGateway({ store, env: {}, worker }, variant)
  cleanups.push(gateway.shutdown)
  return { store, gateway }
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** There is no worker, and nothing to be told of. */
const none = (): never => {
  throw new Error('none')
}

test('a client that goes while its session is made leaves it parked', async () => {
  const { store, gateway } = await open()
  const release = store.hold('open')
  const ann = await connectClient(gateway.url)
  const created = ann.create().catch(() => {})
  await until(() => store.asked.includes('open'))
  await ann.drop()
  await created
  release()
  await until(() => gateway.list().length > 0)
  await until(() => gateway.list()[0]?.state === 'parked')
})

test.each([
  ['the gateway', {}],
  ['the gateway that opens ended sessions again', resumeFixed],
])('a client that goes while it resumes leaves its session parked: %s', async (_, variant) => {
  const { store, gateway } = await open({ variant })
  const ann = await connectClient(gateway.url)
  const session = await ann.create()
  await ann.drop()
  const release = store.hold('read')
  const again = await connectClient(gateway.url)
  const resumed = again.resume(session).catch(() => {})
  await until(() => store.asked.includes('read'))
  await again.drop()
  await resumed
  release()
  const bob = await connectClient(gateway.url)
  // Behind the first one: by then the session was bound to it.
  await bob.resume(session).then(bob.drop)
  await until(() => gateway.list()[0]?.state === 'parked')
})

test('a session that has ended is not parked by a reaper that had to wait', async () => {
  const settings = readSettings({ SESSION_GRACE_S: '0.001' })
  const state = createState({ store: createSessionStore(), settings, startWorker: none, warn: none })
  const { create, close, disconnected, shutdown } = createLifecycle(state)
  cleanups.push(shutdown)
  const client = {} as WebSocket
  const id = await create(client, { closeOnDisconnect: false })
  const session = state.sessions.get(id)
  if (session === undefined) throw new Error('it was not made')
  session.turns = 1
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const resuming = state.resumeLocks.alone(id, () => held)
  disconnected(client)
  const grace = session.grace
  // Timers of one length fire in their order.
  await new Promise((resolve) => setTimeout(resolve, settings.graceMs))
  await close(id)
  release()
  await resuming
  await state.resumeLocks.alone(id, () => {})
  expect(session.grace).toBe(grace)
})

test('the reaper of idle sessions lets be who is in the middle of a turn, or was a moment ago', async () => {
  const settings = { ...readSettings({}), idleMs: 30, sweepMs: 10 }
  const state = createState({ store: createSessionStore(), settings, startWorker: none, warn: none })
  const { create, shutdown } = createLifecycle(state)
  cleanups.push(shutdown)
  const session = state.sessions.get(await create({} as WebSocket, { closeOnDisconnect: false }))
  if (session === undefined) throw new Error('it was not made')
  session.turns = 1
  // Longer than it takes to be idle: intervals of one length come in their order, so the reaper has looked each time.
  for (let looks = 0; looks < 6; looks++) await new Promise((resolve) => setTimeout(resolve, settings.sweepMs))
  expect(state.sessions.size).toBe(1)
  session.turns = 0
  session.touchedAt = Date.now() + 600_000
  await new Promise((resolve) => setTimeout(resolve, 2 * settings.sweepMs))
  expect(state.sessions.size).toBe(1)
  session.touchedAt = 0
  await until(() => state.sessions.size === 0)
})

test('the reaper of idle sessions waits for a resume that is under way: it came in time', async () => {
  const settings = { ...readSettings({}), idleMs: 0, sweepMs: 5 }
  const store = createSessionStore()
  const state = createState({ store, settings, startWorker: none, warn: none })
  const { create, shutdown } = createLifecycle(state)
  cleanups.push(shutdown)
  const release = store.hold('read')
  const id = await create({} as WebSocket, { closeOnDisconnect: false })
  const resumed = createResume(state).resume(id, {} as WebSocket)
  for (let looks = 0; looks < 3; looks++) await new Promise((resolve) => setTimeout(resolve, settings.sweepMs))
  expect(state.sessions.size).toBe(1)
  release()
  expect(await resumed).toEqual([])
})

test('a session that ends with its connection still does so once it was opened again', async () => {
  const { store, gateway } = await open({ variant: resumeFixed })
  const ann = await connectClient(gateway.url)
  const session = await ann.create({ closeOnDisconnect: true })
  await ann.drop()
  await until(() => gateway.list().length === 0)
  const again = await connectClient(gateway.url)
  await again.resume(session)
  expect(store.asked).toContain('reopen')
  expect(gateway.list()).toHaveLength(1)
  await again.drop()
  await until(() => gateway.list().length === 0)
})

test('a client that cannot connect is told so, and nothing else is heard of it', async () => {
  const { gateway } = await open()
  await gateway.shutdown()
  await expect(connectClient(gateway.url)).rejects.toThrow('ECONNREFUSED')
})

test('a worker that does not end when it is told to is killed after a while', async () => {
  const stubborn = ({ stdout, onSignal }: SimulatedProcess): Promise<never> => {
    onSignal('SIGTERM', () => {})
    stdout.write('ready\n')
    return new Promise(() => {})
  }
  const report = await explore(
    async (world) => {
      world.program('stubborn', stubborn)
      const worker = await startWorker(['stubborn'], 's-1')
      await worker.stop()
    },
    { budget: 20, seed: 1 },
  )
  expect(report.outcome === 'fail' ? report.text : '').toBe('')
})

test.each([
  ['the gateway', {}],
  ['the gateway that starts a fresh worker after each turn', workerFixed],
])('a prompt fails where no worker can be started, and its agent is released: %s', async (_, variant) => {
  const { store, gateway } = await open({ worker: ['/nowhere/session-worker'], variant })
  const ann = await connectClient(gateway.url)
  const session = await ann.create()
  await expect(ann.prompt(session, 'TAG-1')).rejects.toMatchObject({ code: -32_603, message: `the worker of ${session} is gone` })
  expect(store.asked).toEqual(['open', 'build', 'release'])
  await ann.drop()
})

test('a prompt fails where the worker has ended', async () => {
  const { gateway } = await open({ worker: ['sh', '-c', 'echo ready; read -r line; echo "did $line"'] })
  const ann = await connectClient(gateway.url)
  const session = await ann.create()
  expect(await ann.prompt(session, 'TAG-1')).toBe('did TAG-1')
  await expect(ann.prompt(session, 'TAG-2')).rejects.toThrow(`the worker of ${session} is gone`)
  await ann.drop()
})

test('a client that has gone asks in vain, at once', async () => {
  const { gateway } = await open()
  const ann = await connectClient(gateway.url)
  await ann.drop()
  await expect(ann.create()).rejects.toThrow('the gateway has disconnected')
})

test('a visit that nobody has written is an error of the scenario', () => {
  const perform = visiting({})
  expect(() => perform({} as House, { op: 'reap', token: 'TAG-1', input: {} })).toThrow('no such visit: reap')
})
