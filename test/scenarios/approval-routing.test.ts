// Approvals of an agent runtime: over a real service and a real worker, and in virtual time where they expire.
import '../../harness/register.js'
import { afterEach, describe, expect, test } from 'vitest'
import { explore, type World } from '../../harness/index.js'
import { createScope } from '../../scenarios/approval-context/fixed.js'
import * as byIdOrOldest from '../../scenarios/approval-routing/by-id-or-oldest.js'
import * as checkThenStart from '../../scenarios/approval-routing/check-then-start.js'
import * as cleanupBySession from '../../scenarios/approval-routing/cleanup-by-session.js'
import * as destroyForgetsATable from '../../scenarios/approval-routing/destroy-forgets-a-table.js'
import * as destroyWithoutAbort from '../../scenarios/approval-routing/destroy-without-abort.js'
import * as expiredEntryStays from '../../scenarios/approval-routing/expired-entry-stays.js'
import * as faulty from '../../scenarios/approval-routing/faulty.js'
import * as fixed from '../../scenarios/approval-routing/fixed.js'
import * as idsBySession from '../../scenarios/approval-routing/ids-by-session.js'
import * as notifyThenEnqueue from '../../scenarios/approval-routing/notify-then-enqueue.js'
import { type AgentRuntime, openAgentRuntime } from '../../scenarios/approvals/agent-runtime.js'
import { agentWorker, service } from '../../scenarios/approvals/service.js'
import type { Choice, Client } from '../../scenarios/approvals/types.js'
import { listener, openRealHouse } from './support/agent-house.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const opened = async (variant = {}) => {
  const { runtime, close } = await openRealHouse(variant)
  cleanups.push(close)
  return runtime
}

const home = { profile: 'home', session: 's-1' }
const EMPTY = { terminal: [], gateway: [], runs: [], sessions: [], approvals: [], compressions: [] }

/** Runs `body` over a simulated service and worker, in virtual time. */
const inVirtualTime = async (budget: number, body: (runtime: AgentRuntime, world: World) => Promise<void>) => {
  const report = await explore(
    async (world) => {
      world.program('agent-worker', agentWorker)
      const { address } = await world.dispatcher(service)
      if (address.transport !== 'uds') throw new TypeError('a socket is expected')
      const runtime = openAgentRuntime({ service: { path: address.path } })
      await body(runtime, world)
      await runtime.close()
    },
    { budget, seed: 1 },
  )
  expect(report.outcome === 'fail' ? report.text : '').toBe('')
}

describe('one question after the other', () => {
  test.each([
    ['faulty', faulty],
    ['by-id-or-oldest', byIdOrOldest],
    ['ids-by-session', idsBySession],
    ['expired-entry-stays', expiredEntryStays],
    ['cleanup-by-session', cleanupBySession],
    ['check-then-start', checkThenStart],
    ['destroy-without-abort', destroyWithoutAbort],
    ['destroy-forgets-a-table', destroyForgetsATable],
    ['fixed', fixed],
  ])('%s gives each its own answer', async (_, variant) => {
    const runtime = await opened(variant)
    const choices: Record<string, Choice> = { make: 'session', rm: 'deny', ls: 'once', git: 'always' }
    for (const command of Object.keys(choices)) {
      const client = listener(runtime, choices)
      const outcome = await runtime.start({ ...home, prompt: `gateway ${command}`, client })
      expect(outcome.choices).toEqual({ [command]: choices[command] })
    }
    expect(await runtime.destroyAll()).toBe(1)
  })

  test('notify-then-enqueue does so on the terminal', async () => {
    const runtime = await opened(notifyThenEnqueue)
    const client: Client = {
      ...listener(runtime),
      onQuestion: ({ id, session }) => void setImmediate(() => runtime.answer({ id, session, choice: 'once' })),
    }
    expect((await runtime.start({ ...home, prompt: 'terminal make', client })).choices).toEqual({ make: 'once' })
  })
})

describe('fixed', () => {
  test('tells how long a question lives, and whether the answer may be for ever', async () => {
    const runtime = await opened()
    const client = listener(runtime, { make: 'once', rm: 'once' })
    await runtime.start({ ...home, prompt: 'terminal make\ngateway rm', client })
    const told = client.questions.map(({ path, timeoutMs, allowPermanent }) => ({ path, timeoutMs, allowPermanent }))
    expect(told).toContainEqual({ path: 'terminal', timeoutMs: 120_000, allowPermanent: true })
    expect(told).toContainEqual({ path: 'gateway', timeoutMs: 300_000, allowPermanent: true })
    const scope = { ...createScope(), current: () => run }
    const run = { ...home, run: 'run-1' }
    const routes = { runs: new Map(), sessions: new Map(), approvals: new Map(), compressions: new Map() }
    const approvals = fixed.createApprovals({ scope, routes })
    const other = listener({ answer: (answer) => ({ resolved: approvals.answer(answer), message: '' }) }, { make: 'once' })
    approvals.bind(run, other)
    expect(await approvals.ask('terminal', 'make', { allowPermanent: false })).toBe('once')
    expect(other.questions).toMatchObject([{ allowPermanent: false }])
  })

  test('denies what nobody answers in time; a late answer resolves nothing, and is told so', async () => {
    await inVirtualTime(10, async (runtime) => {
      const client = listener(runtime)
      const began = Date.now()
      const late: unknown[] = []
      const answerLate = async () => {
        await new Promise((resolve) => setTimeout(resolve, 310_000))
        for (const { id, session } of client.questions) late.push(runtime.answer({ id, session, choice: 'always' }))
      }
      const [outcome] = await Promise.all([runtime.start({ ...home, prompt: 'terminal make\ngateway rm', client }), answerLate()])
      expect(outcome).toMatchObject({ status: 'done', choices: { make: 'deny', rm: 'deny' } })
      expect(Date.now() - began).toBeGreaterThanOrEqual(310_000)
      expect(late).toMatchObject([{ resolved: false }, { resolved: false }])
      expect(late).toContainEqual({ resolved: false, message: 'nothing waits for an answer to ap-1' })
    })
  })

  test('denies what a run still asks when it is over, and where its client fails', async () => {
    const run = { ...home, run: 'run-1' }
    const scope = { ...createScope(), current: () => run }
    const routes = { runs: new Map(), sessions: new Map(), approvals: new Map(), compressions: new Map() }
    const approvals = fixed.createApprovals({ scope, routes })
    approvals.bind(run, listener({ answer: () => ({ resolved: false, message: '' }) }))
    const open = [approvals.ask('terminal', 'make'), approvals.ask('gateway', 'rm')]
    expect(routes.approvals.size).toBe(2)
    approvals.unbind(run)
    expect(await Promise.all(open)).toEqual(['deny', 'deny'])
    const fails = (): never => {
      throw new Error('no terminal')
    }
    approvals.bind(run, { onQuestion: fails, notify: async () => fails(), onDelta: fails })
    expect(await approvals.ask('terminal', 'make')).toBe('deny')
    expect(await approvals.ask('gateway', 'rm')).toBe('deny')
    expect(routes.approvals.size).toBe(0)
  })

  test('refuses a second run of a session, and takes one of another session', async () => {
    const runtime = await opened()
    const client = listener(runtime)
    const end = runtime.start({ ...home, prompt: 'terminal make', client })
    await expect(runtime.start({ ...home, prompt: 'terminal ls', client })).rejects.toThrow('session s-1 is already running')
    const other = listener(runtime, { ls: 'once' })
    const outcome = await runtime.start({ profile: 'home', session: 's-2', prompt: 'terminal ls', client: other })
    expect(outcome.choices).toEqual({ ls: 'once' })
    runtime.answer({ id: client.questions[0]?.id ?? '', session: 's-1', choice: 'deny' })
    expect((await end).choices).toEqual({ make: 'deny' })
    expect(runtime.session('s-1')?.messages.filter(({ role }) => role === 'user')).toHaveLength(1)
  })

  test('an answer that comes in another session resolves nothing', async () => {
    const runtime = await opened()
    const client = listener(runtime)
    const end = runtime.start({ ...home, prompt: 'terminal make', client })
    await expect.poll(() => client.questions.length).toBe(1)
    const { id = '' } = client.questions[0] ?? {}
    expect(runtime.answer({ id, session: 's-2', choice: 'always' }).resolved).toBe(false)
    expect(runtime.answer({ id, session: 's-1', choice: 'once' }).resolved).toBe(true)
    expect((await end).choices).toEqual({ make: 'once' })
  })

  test('refuses a session of another profile, whose routes stay where they are', async () => {
    const runtime = await opened()
    await runtime.start({ ...home, prompt: 'terminal ls', client: listener(runtime, { ls: 'once' }) })
    const intruder = listener(runtime, { ls: 'once' })
    const foreign = { profile: 'work', session: 's-1', prompt: 'terminal ls', client: intruder }
    await expect(runtime.start(foreign)).rejects.toThrow('session s-1 belongs to another profile')
    expect(intruder.questions).toEqual([])
    expect(await runtime.destroyProfile('work')).toBe(0)
    expect(runtime.status().tables.sessions).toEqual(['s-1'])
    expect(await runtime.destroyProfile('home')).toBe(1)
    expect(runtime.status().tables).toEqual(EMPTY)
  })

  test('forgets the client of a run whose end it could not be told', async () => {
    const runtime = await opened()
    const gone: Client = {
      ...listener(runtime, { ls: 'once' }),
      onEnd: () => {
        throw new Error('the window is closed')
      },
    }
    await expect(runtime.start({ ...home, prompt: 'terminal ls', client: gone })).rejects.toThrow('the window is closed')
    expect(runtime.status().tables).toMatchObject({ terminal: [], gateway: [], approvals: [] })
    const again = await runtime.start({ ...home, prompt: 'terminal ls', client: listener(runtime, { ls: 'once' }) })
    expect(again).toMatchObject({ status: 'done', choices: { ls: 'once' } })
  })

  test('does not save over what it could not load', async () => {
    const runtime = await opened()
    const locked = { profile: 'home', session: 's-3' }
    const client = listener(runtime, { ls: 'once' })
    const failed = await runtime.start({ ...locked, prompt: 'terminal ls', client })
    expect(failed).toMatchObject({ status: 'error', error: 'the row of s-3 is locked' })
    await runtime.start({ ...locked, prompt: 'terminal ls', client })
    const said = runtime.session('s-3')?.messages.map(({ content }) => content)
    expect(said?.join('\n')).toBe(['see you tomorrow', 'terminal ls', 'terminal ls', 'ls: once'].join('\n'))
  })

  test('loses no message where one run is over while what was said before it is made shorter', async () => {
    await inVirtualTime(40, async (runtime) => {
      const said = ['good evening']
      const runs: Promise<unknown>[] = []
      const run = (n: number): void => {
        const client = { ...listener(runtime, { [`do ${n}`]: 'once' as const }), onEnd: () => (n < 6 ? run(n + 1) : undefined) }
        said.push(`terminal do ${n}`, `do ${n}: once`)
        runs.push(runtime.start({ ...home, prompt: `terminal do ${n}`, client }))
      }
      run(1)
      for (let i = 0; i < runs.length; i++) await runs[i]
      const lines = runtime.session('s-1')?.messages.flatMap(({ content }) => content.split('\n'))
      expect(lines).toEqual(said)
    })
  })

  test('destroys one profile and leaves the others alone; all of them, and says how many sessions', async () => {
    const runtime = await opened()
    const sessions = { 's-1': 'home', 's-2': 'home', 's-4': 'work' }
    const clients = Object.entries(sessions).map(([session, profile]) => ({ profile, session, client: listener(runtime) }))
    const ends = clients.map((one) => runtime.start({ ...one, prompt: 'terminal make\ngateway rm' }))
    await expect.poll(() => clients.every(({ client }) => client.questions.length === 2)).toBe(true)
    expect(await runtime.destroyProfile('home')).toBe(2)
    expect(await ends[0]).toMatchObject({ status: 'cancelled', error: 'profile home was destroyed' })
    expect(await ends[1]).toMatchObject({ status: 'cancelled' })
    expect(runtime.status().tables).toMatchObject({ sessions: ['s-4'], terminal: ['s-4'], gateway: ['s-4'], runs: ['run-3'] })
    expect(runtime.status().tables.approvals).toHaveLength(2)
    for (const { id, session } of clients[2]?.client.questions ?? []) runtime.answer({ id, session, choice: 'once' })
    expect(await ends[2]).toMatchObject({ status: 'done', choices: { make: 'once', rm: 'once' } })
    await runtime.start({ ...home, prompt: 'terminal ls', client: listener(runtime, { ls: 'once' }) })
    expect(runtime.status().workers.toSorted()).toEqual(['home', 'work'])
    expect(await runtime.destroyAll()).toBe(2)
    expect(runtime.status()).toEqual({ depth: 0, workers: [], tables: EMPTY })
    expect(await runtime.destroyAll()).toBe(0)
    expect(await runtime.destroyProfile('nobody')).toBe(0)
  })
})

test('two sessions ask on both paths, and four answers come in any order: each run ends with its own', async () => {
  await inVirtualTime(100, async (runtime, { together, pause }) => {
    const answering = (choices: Readonly<Record<string, Choice>>) => {
      const quiet = listener(runtime)
      const answer: Client['notify'] = async ({ id, session, command }) => {
        await pause(`reads ${id}`)
        runtime.answer({ id, session, choice: choices[command] ?? 'deny' })
      }
      return { ...quiet, onQuestion: (question: Parameters<typeof answer>[0]) => void answer(question), notify: answer }
    }
    const [ann, bob] = [answering({ a: 'always', b: 'session' }), answering({ a: 'deny', b: 'once' })]
    const run = (session: string, client: Client) => () =>
      runtime.start({ profile: session, session, prompt: 'terminal a\ngateway b', client })
    const [first, second] = await together(run('s-1', ann), run('s-2', bob))
    expect(first).toMatchObject({ status: 'done', choices: { a: 'always', b: 'session' } })
    expect(second).toMatchObject({ status: 'done', choices: { a: 'deny', b: 'once' } })
    expect(ann.deltas.map(({ session, text }) => `${session} ${text}`).sort()).toEqual(['s-1 did a', 's-1 did b'])
    expect(bob.deltas.map(({ session, text }) => `${session} ${text}`).sort()).toEqual(['s-2 a: denied', 's-2 did b'])
    expect(runtime.session('s-1')?.messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant'])
    expect(process.env.AGENT_EXEC_ASK).toBe(undefined)
    expect(runtime.status()).toMatchObject({ depth: 0, tables: { ...EMPTY, sessions: ['s-1', 's-2'], runs: expect.any(Array) } })
    expect(await runtime.destroyAll()).toBe(2)
    expect(runtime.status()).toEqual({ depth: 0, workers: [], tables: EMPTY })
  })
})
