// The scope of a run over a real service and a real worker: what each twin does as long as nobody interferes, and what the repaired one must bear.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as depthAcrossAwait from '../../scenarios/approval-context/depth-across-await.js'
import * as enterWith from '../../scenarios/approval-context/enter-with.js'
import * as fallbackToLast from '../../scenarios/approval-context/fallback-to-last.js'
import * as faulty from '../../scenarios/approval-context/faulty.js'
import * as fixed from '../../scenarios/approval-context/fixed.js'
import * as readAtFlush from '../../scenarios/approval-context/read-at-flush.js'
import * as settingAsFlag from '../../scenarios/approval-context/setting-as-flag.js'
import * as settingAsText from '../../scenarios/approval-context/setting-as-text.js'
import * as settingByEachRun from '../../scenarios/approval-context/setting-by-each-run.js'
import * as settingUnlessFailed from '../../scenarios/approval-context/setting-unless-failed.js'
import * as stackOfContexts from '../../scenarios/approval-context/stack-of-contexts.js'
import { createApprovals } from '../../scenarios/approval-routing/fixed.js'
import type { Scope } from '../../scenarios/approvals/types.js'
import { listener, openRealHouse } from './support/agent-house.js'

const cleanups: (() => unknown)[] = []
beforeEach(() => {
  vi.stubEnv('AGENT_EXEC_ASK', undefined)
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  vi.unstubAllEnvs()
})

const opened = async (variant = {}) => {
  const { runtime, close } = await openRealHouse(variant)
  cleanups.push(close)
  return runtime
}

const home = { profile: 'home', session: 's-1' }

describe('one run after the other', () => {
  test.each([
    ['faulty', faulty],
    ['stack-of-contexts', stackOfContexts],
    ['fallback-to-last', fallbackToLast],
    ['enter-with', enterWith],
    ['read-at-flush', readAtFlush],
    ['setting-as-flag', settingAsFlag],
    ['setting-by-each-run', settingByEachRun],
    ['depth-across-await', depthAcrossAwait],
    ['setting-unless-failed', settingUnlessFailed],
    ['setting-as-text', settingAsText],
    ['fixed', fixed],
  ])('%s asks the run’s own client on both paths', async (_, variant) => {
    const runtime = await opened(variant)
    for (const session of ['s-1', 's-2']) {
      const client = listener(runtime, { make: 'once', rm: 'deny' })
      const outcome = await runtime.start({ profile: 'home', session, prompt: 'terminal make\ngateway rm', client })
      expect(outcome).toMatchObject({ status: 'done', choices: { make: 'once', rm: 'deny' } })
      expect(client.questions.map(({ path, command }) => `${path} ${command}`).sort()).toEqual(['gateway rm', 'terminal make'])
      expect(client.deltas.map(({ text }) => text).sort()).toEqual(['did make', 'rm: denied'])
      expect(client.deltas.every((delta) => delta.session === session)).toBe(true)
    }
  })
})

describe('fixed', () => {
  test.each([undefined, '', 'cron'])('puts back a setting that was %j', async (before) => {
    vi.stubEnv('AGENT_EXEC_ASK', before)
    const runtime = await opened(fixed)
    const clients = ['s-1', 's-2'].map((session) => ({ session, client: listener(runtime) }))
    const ends = clients.map(({ session, client }) => runtime.start({ ...home, session, prompt: 'terminal make', client }))
    await expect.poll(() => clients.every(({ client }) => client.questions.length === 1)).toBe(true)
    expect(runtime.status().depth).toBe(2)
    expect(process.env.AGENT_EXEC_ASK).toBe('1')
    for (const { client } of clients.reverse()) {
      const { id, session } = client.questions[0] as { id: string; session: string }
      expect(runtime.answer({ id, session, choice: 'once' })).toEqual({ resolved: true, message: 'resolved' })
    }
    await Promise.all(ends)
    expect(runtime.status().depth).toBe(0)
    expect(process.env.AGENT_EXEC_ASK).toBe(before)
  })

  test('leaves a clean state after a run that fails, and the session can run again', async () => {
    const runtime = await opened(fixed)
    const client = listener(runtime, { make: 'always' })
    const failed = await runtime.start({ ...home, prompt: 'fail at once', client })
    expect(failed).toMatchObject({ status: 'error', error: 'the model is overloaded: at once' })
    expect(runtime.session('s-1')).toMatchObject({
      status: 'error',
      error: 'the model is overloaded: at once',
      run: null,
      messages: [
        { role: 'assistant', content: 'good evening' },
        { role: 'user', content: 'fail at once' },
      ],
    })
    expect(process.env.AGENT_EXEC_ASK).toBe(undefined)
    expect(runtime.status()).toMatchObject({ depth: 0, tables: { terminal: [], gateway: [], approvals: [], compressions: [] } })
    const again = await runtime.start({ ...home, prompt: 'terminal make', client })
    expect(again).toMatchObject({ status: 'done', choices: { make: 'always' } })
    expect(runtime.session('s-1')).toMatchObject({ status: 'idle', error: null, run: null })
  })

  test('denies what no run asks, and asks nobody', async () => {
    const runtime = await opened(fixed)
    const client = listener(runtime)
    const end = runtime.start({ ...home, prompt: 'terminal make', client })
    await expect.poll(() => client.questions.length).toBe(1)
    expect(await runtime.execute('home', 'terminal', 'df')).toBe(null)
    expect(await runtime.execute('home', 'gateway', 'df')).toBe(null)
    expect(client.questions.map(({ command }) => command)).toEqual(['make'])
    runtime.answer({ id: client.questions[0]?.id ?? '', session: 's-1', choice: 'deny' })
    await end
  })

  test('denies what a run of an unknown session asks', async () => {
    const nobody: Scope = { ...fixed.createScope(), current: () => ({ profile: 'home', session: 's-9', run: 'run-9' }) }
    const routes = { runs: new Map(), sessions: new Map(), approvals: new Map(), compressions: new Map() }
    const approvals = createApprovals({ scope: nobody, routes })
    const client = listener(approvals as never)
    approvals.bind({ profile: 'home', session: 's-1', run: 'run-1' }, client)
    expect(await approvals.ask('terminal', 'make')).toBe('deny')
    expect(await approvals.ask('gateway', 'make')).toBe('deny')
    expect(client.questions).toEqual([])
  })
})
