// The session gateway over real sockets, with real workers: what it does as long as nobody interferes.
import { afterEach, describe, expect, test } from 'vitest'
import { connectClient } from '../../scenarios/session-gateway/client.js'
import { openGateway, type Parts } from '../../scenarios/session-gateway/gateway.js'
import { readSettings } from '../../scenarios/session-gateway/settings.js'
import { store as storeSpec } from '../../scenarios/session-gateway/surroundings.js'
import * as listAttachedOnly from '../../scenarios/session-list/attached-only.js'
import * as listFaulty from '../../scenarios/session-list/faulty.js'
import * as listSettings from '../../scenarios/session-list/unchecked-settings.js'
import * as reapFaulty from '../../scenarios/session-reap/faulty.js'
import * as reapTableLockOnly from '../../scenarios/session-reap/table-lock-only.js'
import * as resumeFaulty from '../../scenarios/session-resume/faulty.js'
import * as resumeFixed from '../../scenarios/session-resume/fixed.js'
import * as resumeKeepAlive from '../../scenarios/session-resume/keep-alive-only.js'
import * as resumeOneShot from '../../scenarios/session-resume/one-shot-reaper.js'
import * as resumePings from '../../scenarios/session-resume/pings-only.js'
import * as resumeSnapshot from '../../scenarios/session-resume/snapshot-funnel.js'
import * as stallFaulty from '../../scenarios/session-stall/faulty.js'
import * as stallOneResumeLock from '../../scenarios/session-stall/one-resume-lock.js'
import * as stallTeardown from '../../scenarios/session-stall/teardown-under-lock.js'
import * as teardownAgentForgotten from '../../scenarios/session-teardown/agent-forgotten.js'
import * as teardownFaulty from '../../scenarios/session-teardown/faulty.js'
import * as teardownUnderLock from '../../scenarios/session-teardown/funnel-under-lock.js'
import * as teardownReaps from '../../scenarios/session-teardown/reaps-in-a-turn.js'
import * as workerCheckedAtStart from '../../scenarios/session-worker/checked-at-start.js'
import * as workerFaulty from '../../scenarios/session-worker/faulty.js'
import * as workerFixed from '../../scenarios/session-worker/fixed.js'
import * as workerKilled from '../../scenarios/session-worker/killed-at-once.js'
import { connectStore } from '../../scenarios/support/store-client.js'
import { startDispatcher } from './support/dispatcher.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Answers a line for each line. */
const WORKER = ['sh', '-c', 'echo ready; while read -r line; do echo "did $line"; done']

const open = async (variant: Partial<Parts> = {}, env: NodeJS.ProcessEnv = {}) => {
  const dispatcher = await startDispatcher('uds', storeSpec)
  const store = connectStore(dispatcher.address)
  const gateway = await openGateway({ store, env, worker: WORKER }, variant)
  let open = true
  const close = async (): Promise<void> => {
    if (open) await gateway.shutdown()
    open = false
  }
  cleanups.push(dispatcher.close, store.close, close)
  const asked = (): string[] => dispatcher.events.filter(({ type }) => type === 'invoke').map(({ op }) => op)
  return { gateway, asked, close }
}

describe.each([
  ['the gateway', {}],
  ['session-reap, faulty', reapFaulty],
  ['session-reap, table-lock-only', reapTableLockOnly],
  ['session-resume, faulty', resumeFaulty],
  ['session-resume, snapshot-funnel', resumeSnapshot],
  ['session-resume, one-shot-reaper', resumeOneShot],
  ['session-resume, keep-alive-only', resumeKeepAlive],
  ['session-resume, pings-only', resumePings],
  ['session-resume, fixed', resumeFixed],
  ['session-teardown, faulty', teardownFaulty],
  ['session-teardown, funnel-under-lock', teardownUnderLock],
  ['session-teardown, reaps-in-a-turn', teardownReaps],
  ['session-teardown, agent-forgotten', teardownAgentForgotten],
  ['session-worker, faulty', workerFaulty],
  ['session-worker, checked-at-start', workerCheckedAtStart],
  ['session-worker, killed-at-once', workerKilled],
  ['session-worker, fixed', workerFixed],
  ['session-stall, faulty', stallFaulty],
  ['session-stall, teardown-under-lock', stallTeardown],
  ['session-stall, one-resume-lock', stallOneResumeLock],
  ['session-list, faulty', listFaulty],
  ['session-list, attached-only', listAttachedOnly],
  ['session-list, unchecked-settings', listSettings],
])('%s', (_, variant) => {
  test('a session is created, prompted, left, resumed and closed', async () => {
    const { gateway, asked, close } = await open(variant)
    const ann = await connectClient(gateway.url)
    const session = await ann.create()
    expect(await ann.prompt(session, 'TAG-1')).toBe('did TAG-1')
    await ann.drop()
    const again = await connectClient(gateway.url)
    expect(await again.resume(session)).toEqual([])
    expect(await again.list()).toEqual([{ id: session, state: 'idle' }])
    expect(await again.prompt(session, 'TAG-2')).toBe('did TAG-2')
    await again.close(session)
    await expect(again.prompt(session, 'TAG-3')).rejects.toMatchObject({ code: 4001 })
    expect(await again.list()).toEqual([])
    await close()
    expect(asked()).toEqual(['open', 'build', 'read', 'commit', 'end', 'release'])
  })
})

/** A moment: what a gateway does by itself is waited for, as long as it takes. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('ends by itself', () => {
  test('a session that nobody comes back to, after the grace time', async () => {
    const { gateway, asked } = await open({}, { SESSION_GRACE_S: '0.05' })
    const ann = await connectClient(gateway.url)
    await ann.create()
    await ann.drop()
    await until(() => gateway.list().length === 0)
    await until(() => asked().includes('end'))
    expect(asked()).toEqual(['open', 'commit', 'end'])
  })

  test('a session that is marked so, with its connection', async () => {
    const { gateway } = await open()
    const ann = await connectClient(gateway.url)
    await ann.create({ closeOnDisconnect: true })
    await ann.create()
    await ann.drop()
    await until(() => gateway.list().length === 1)
    expect(gateway.list()).toEqual([{ id: 's-2', state: 'parked' }])
  })

  test('a session whose client has vanished without closing its connection', async () => {
    const { gateway } = await open({}, { SESSION_PING_S: '0.02', SESSION_GRACE_S: '0.02' })
    const [ann, bob] = [await connectClient(gateway.url), await connectClient(gateway.url)]
    await ann.create()
    const kept = await bob.create()
    ann.vanish()
    await until(() => gateway.list().length === 1)
    expect(await bob.list()).toEqual([{ id: kept, state: 'idle' }])
    await Promise.all([ann.drop(), bob.drop()])
  })

  test('an idle session, though its client is there', async () => {
    const { gateway } = await open({}, { SESSION_IDLE_S: '0.05', SESSION_SWEEP_S: '0.02' })
    const ann = await connectClient(gateway.url)
    const session = await ann.create()
    await until(() => gateway.list().length === 0)
    await expect(ann.prompt(session, 'TAG-1')).rejects.toMatchObject({ code: 4001 })
    await ann.drop()
  })
})

test.each(['', 'abc', 'nan', 'NaN', 'inf', 'Infinity', '-1', '5,0', '1e3', ' 5', '0x10'])(
  'a setting of %j is as good as none',
  (text) => {
    const defaults = { graceMs: 20_000, idleMs: 1_800_000, sweepMs: 60_000, pingMs: 20_000 }
    expect(readSettings({})).toEqual(defaults)
    expect(readSettings({ SESSION_GRACE_S: text, SESSION_IDLE_S: text, SESSION_SWEEP_S: text, SESSION_PING_S: text })).toEqual(
      defaults,
    )
  },
)

test.each([
  ['0', 0],
  ['5', 5000],
  ['2.5', 2500],
])('a setting of %j is %i ms', (text, ms) => {
  expect(readSettings({ SESSION_GRACE_S: text }).graceMs).toBe(ms)
})
