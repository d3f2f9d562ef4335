// The body of a scenario inside executions: silences end as info and are no deadlock, lost answers are one, tools must be immediate.
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import { scenarioBody } from '../../harness/callers/run-workload.js'
import { sampleWorkloads } from '../../harness/callers/workloads.js'
import { type World, worldBody } from '../../harness/callers/world.js'
import type { DispatcherAddress, DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import type { Execution } from '../../harness/core/execution.js'
import { callsOf } from '../../harness/core/history.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import { never, oneOf, uniform } from '../../harness/dispatchers/delay-profiles.js'
import { crashes, disconnects, drops, duplicates, errors, halfOpens } from '../../harness/dispatchers/faults.js'
import { type MockDispatcherOptions, mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { echo } from '../../harness/dispatchers/tools.js'
import { randomWalk, run } from '../support/run.js'

/** One connection, one request at a time, no time-out. `lossy`: it never tells its caller of an answer. */
const client = (path: string, lossy: boolean) => {
  const socket = net.connect(path).setEncoding('utf8')
  let turn: Promise<unknown> = Promise.resolve()
  let text = ''
  let settle: { answer(line: string): void; fail(error: Error): void } | null = null
  socket.on('error', () => {})
  socket.on('data', (chunk: string) => {
    const [line = '', ...rest] = (text + chunk).split('\n')
    if (rest.length === 0) {
      text += chunk
      return
    }
    text = ''
    if (!lossy) settle?.answer(line)
  })
  socket.on('close', () => settle?.fail(new Error('disconnected')))
  const ask = (op: string, args: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) throw new Error('disconnected before')
      settle = {
        answer: (line) => {
          const { result, error } = JSON.parse(line)
          if (error) reject(new Error(error.message))
          else resolve(result)
        },
        fail: reject,
      }
      socket.write(`${JSON.stringify({ tool: op, args })}\n`)
    })
  return {
    call: (op: string, args: unknown) => {
      const mine = turn.then(() => ask(op, args))
      turn = mine.catch(() => {})
      return mine
    },
    close: () => void socket.destroy(),
  }
}
const pathOf = (address: DispatcherAddress | undefined): string => (address?.transport === 'uds' ? address.path : '')
const scenarioWith = (options: Partial<MockDispatcherOptions>): AnyScenario => ({
  name: 'one-at-a-time',
  story: '',
  dispatcher: mockDispatcher({ tools: { terminal: echo() }, delay: uniform(0, 20), ...options }),
  callers: { operations: { terminal: (token) => ({ command: `echo ${token}` }) } },
  variants: {},
  open: (lossy, { dispatcher }) => client(pathOf(dispatcher?.address), lossy === true),
  oracles: [],
})
const workloadsOf = (scenario: AnyScenario) => sampleWorkloads(scenario.callers, 1, 20)

/** 60 random schedules over 20 workloads. A fault that is offered to three calls or more strikes one of them with 7/8 at least. */
const walk = async (options: Partial<MockDispatcherOptions>, lossy = false): Promise<Execution[]> => {
  const scenario = scenarioWith(options)
  const workloads = workloadsOf(scenario)
  const executions: Execution[] = []
  for (let seed = 0; seed < 60; seed++) {
    const workload = workloads[seed % workloads.length] ?? workloads[0]
    if (workload !== undefined) executions.push(await run(scenarioBody(scenario, lossy)(workload), randomWalk(seed)))
  }
  return executions
}
const endsOf = (executions: readonly Execution[]): Set<string> => new Set(executions.map(({ end }) => end.kind))
const outcomesOf = (executions: readonly Execution[]): Set<string> =>
  new Set(
    executions.flatMap(({ history }) => callsOf(history).map(({ end }) => `${end?.type ?? 'open'} ${end?.error ?? ''}`.trim())),
  )

describe('inside an execution', () => {
  it('every caller gets its own answer, nothing is left open, and the same seed gives the same execution', async () => {
    const executions = await walk({})
    expect(endsOf(executions)).toEqual(new Set(['completed']))
    expect(outcomesOf(executions)).toEqual(new Set(['ok']))
    for (const { history, leftovers } of executions) {
      expect(leftovers).toEqual([])
      for (const { invoke, end } of callsOf(history)) expect(end?.output).toEqual(invoke.input)
    }
    const again = await walk({})
    expect(again.map(({ traceHash, history }) => [traceHash, history])).toEqual(
      executions.map(({ traceHash, history }) => [traceHash, history]),
    )
  })

  it.each<[string, Partial<DispatcherSpec>]>([
    ['a drop', { faults: [drops()] }],
    ['a half-open connection', { faults: [halfOpens()] }],
    ['a delay of never', { delay: oneOf(0, null) }],
  ])('%s is no deadlock: who was hit, and who waits behind, ends as info', async (_, options) => {
    const executions = await walk(options)
    expect(endsOf(executions)).toEqual(new Set(['completed']))
    expect(outcomesOf(executions)).toEqual(new Set(['ok', 'info no answer, by an injected fault']))
    for (const { leftovers } of executions) expect(leftovers).toEqual([])
  })

  it('where every answer is swallowed every first call ends as info, and none is followed by another', async () => {
    for (const { end, history } of await walk({ delay: never() })) {
      expect(end.kind).toBe('completed')
      const calls = callsOf(history)
      expect(calls.every((call) => call.end?.type === 'info')).toBe(true)
      expect(new Set(calls.map(({ invoke }) => invoke.actor)).size).toBe(calls.length)
    }
  })

  it.each<[string, Partial<DispatcherSpec>, string[]]>([
    ['an error', { faults: [errors()] }, ['ok', 'fail injected error']],
    ['a disconnect', { faults: [disconnects()] }, ['ok', 'fail disconnected', 'fail disconnected before']],
    ['a crash', { faults: [crashes()] }, ['ok', 'fail disconnected', 'fail disconnected before']],
  ])('%s reaches its caller', async (_, options, expected) => {
    const executions = await walk(options)
    expect(endsOf(executions)).toEqual(new Set(['completed']))
    expect(outcomesOf(executions)).toEqual(new Set(expected))
  })

  it('a duplicate reaches whoever asks next of a client without ids', async () => {
    const calls = (await walk({ faults: [duplicates()] })).flatMap(({ history }) => callsOf(history))
    const wrong = calls.filter(
      ({ invoke, end }) => end?.type === 'ok' && JSON.stringify(end.output) !== JSON.stringify(invoke.input),
    )
    expect(wrong.length).toBeGreaterThan(0)
  })

  it('an answer that the subject loses is a deadlock, with and without a drop elsewhere', async () => {
    expect(endsOf(await walk({}, true))).toEqual(new Set(['deadlock']))
    const executions = await walk({ faults: [drops()] }, true)
    for (const { end, history } of executions) {
      const struck = history.some(({ actor, error }) => actor === 'dispatcher' && error === 'drop')
      expect(end.kind).toBe(struck ? 'completed' : 'deadlock')
    }
    expect(endsOf(executions)).toEqual(new Set(['deadlock', 'completed']))
  })

  it('a tool that is not immediate refuses the execution, whether it waits for a timer, for a socket or for ever', async () => {
    const waits = [
      () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 1)),
      () =>
        new Promise<null>((resolve) =>
          net
            .connect('/nowhere')
            .on('close', () => resolve(null))
            .on('error', () => {}),
        ),
      () => new Promise<null>(() => {}),
    ]
    for (const terminal of waits) {
      const scenario = scenarioWith({ tools: { terminal } })
      const [workload] = workloadsOf(scenario)
      if (workload === undefined) throw new Error('no workload')
      await expect(run(scenarioBody(scenario, false)(workload), randomWalk(1))).rejects.toMatchObject({
        code: 'TOOL_NOT_IMMEDIATE',
      })
    }
  })

  it('an asynchronous tool that answers from memory is immediate under every schedule', async () => {
    const terminal = async (args: unknown) => {
      for (let i = 0; i < 50; i++) await null
      return args as never
    }
    expect(outcomesOf(await walk({ tools: () => ({ terminal }) }))).toEqual(new Set(['ok']))
  })
})

describe('a race with a dispatcher', () => {
  type Use = (world: World, client: { call(op: string, args: unknown): Promise<unknown> }) => Promise<unknown>
  /** 40 random schedules of two callers over one client; a drop strikes one of the two calls in 3 of 4. */
  const race = async (use: Use, lossy = false): Promise<Execution[]> => {
    const spec = mockDispatcher({ tools: { terminal: echo() }, delay: uniform(0, 20), faults: [drops()] })
    const body = worldBody(async (world) => {
      const { address } = await world.dispatcher(spec)
      const connection = client(pathOf(address), lossy)
      await use(world, connection)
      connection.close()
    })
    const executions: Execution[] = []
    for (let seed = 0; seed < 40; seed++) executions.push(await run(body, randomWalk(seed)))
    return executions
  }
  const wasStruck = ({ history }: Execution): boolean => history.some(({ error }) => error === 'drop')
  const recorded: Use = ({ together, call }, { call: ask }) =>
    together(
      () => call('ann', { tag: 'TAG-1' }, () => ask('terminal', { tag: 'TAG-1' })),
      () => call('bob', { tag: 'TAG-2' }, () => ask('terminal', { tag: 'TAG-2' })),
    )

  it('ends early where a drop has swallowed what it waits for, with the calls as info', async () => {
    const executions = await race(recorded)
    expect(endsOf(executions)).toEqual(new Set(['completed']))
    for (const execution of executions) {
      const types = callsOf(execution.history).map(({ end }) => end?.type)
      expect(types.includes('info')).toBe(wasStruck(execution))
    }
    expect(new Set(executions.map(wasStruck))).toEqual(new Set([true, false]))
  })

  it('ends early without recorded calls too', async () => {
    const executions = await race(({ together }, { call: ask }) =>
      together(
        () => ask('terminal', {}),
        () => ask('terminal', {}),
      ),
    )
    expect(endsOf(executions)).toEqual(new Set(['completed']))
  })

  it('is a deadlock where the subject lost the answer, and nothing was dropped', async () => {
    for (const execution of await race(recorded, true)) {
      expect(execution.end.kind).toBe(wasStruck(execution) ? 'completed' : 'deadlock')
    }
  })
})
