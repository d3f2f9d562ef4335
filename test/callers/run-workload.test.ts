// The body of a scenario over real sockets: who runs as whom, what is recorded, whose failure is whose.
import { describe, expect, it } from 'vitest'
import { scenarioBody } from '../../harness/callers/run-workload.js'
import type { Json } from '../../harness/core/history.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import type { Operation, Workload } from '../../harness/core/workload.js'
import { disconnects, drops } from '../../harness/dispatchers/faults.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { echo, rejects } from '../../harness/dispatchers/tools.js'
import { brief, connect, serve } from '../dispatchers/bench.js'
import { type RealControls, realControls } from './real-controls.js'

const workload = (...callers: Json[][]): Workload => {
  let n = 0
  return {
    callers: callers.map((inputs, i) => ({
      name: ['ann', 'bob', 'cat'][i] ?? 'dan',
      operations: inputs.map((input) => {
        const token = `TAG-${++n}`
        return { op: 'terminal', token, input: { tag: token, of: input } }
      }),
    })),
    subjectSeed: 0,
  }
}

/** A client with a connection for each call: correct, if wasteful. */
const careful: AnyScenario = {
  name: 'careful',
  story: '',
  dispatcher: mockDispatcher({ tools: { terminal: echo(), fail: rejects('no') } }),
  callers: { operations: {} },
  variants: {},
  open: (_, { dispatcher }) => dispatcher?.address,
  perform: async (address, { op, input }) => {
    const client = await connect(address)
    client.send({ tool: op, args: input })
    const [answer] = (await client.next(1)) as { result?: Json; error?: { message: string } }[]
    client.socket.destroy()
    if (answer?.error !== undefined) throw new Error(answer.error.message)
    return answer?.result
  },
  oracles: [],
}
const summary = ({ events }: RealControls) =>
  events
    .filter(({ actor }) => actor !== 'dispatcher')
    .map(({ actor, type, token, error }) => `${actor} ${type} ${token ?? error ?? ''}`.trim())

describe('the body of a scenario', () => {
  it('records every operation with its token, from invocation to answer', async () => {
    const controls = await realControls()
    await scenarioBody(careful, {})(workload(['x', 'y'], ['z']))(controls)
    const callers = controls.events.filter(({ actor }) => actor !== 'dispatcher')
    expect(callers.filter(({ type }) => type === 'invoke').map(({ actor, op, token }) => [actor, op, token])).toEqual([
      ['ann', 'terminal', 'TAG-1'],
      ['bob', 'terminal', 'TAG-3'],
      ['ann', 'terminal', 'TAG-2'],
    ])
    for (const { call, token, input } of callers.filter(({ type }) => type === 'invoke')) {
      expect(callers.find((event) => event.call === call && event.type === 'ok')?.output).toEqual(input)
      expect(input).toMatchObject({ tag: token })
    }
    const served = controls.events.filter(({ actor }) => actor === 'dispatcher')
    expect(served.filter(({ type }) => type === 'ok')).toHaveLength(3)
    expect(new Set(controls.events.map(({ call, actor }) => `${call} ${actor}`)).size).toBe(6)
    expect(controls.owned).toEqual(new Set(['dispatcher']))
  })

  it('runs in order: reset, open, callers at the same time, a look at the subject, its close, then that of the dispatcher', async () => {
    const controls = await realControls()
    const log: string[] = []
    const note = (what: string): void => void log.push(`${what} as ${controls.actor()}`)
    let address: unknown
    const scenario: AnyScenario = {
      ...careful,
      reset: () => note('reset'),
      observe: async (subject, { dir }) => {
        note('observe')
        await controls.pause('')
        return { hasClose: typeof subject.close === 'function', sees: dir === controls.dir() }
      },
      open: async (variant, surroundings) => {
        note(`open ${variant} in ${surroundings.dir === controls.dir()}`)
        address = surroundings.dispatcher?.address
        return {
          call: async (op: string, input: { of: string }) => {
            note(`${op} ${input.of} begins`)
            await controls.pause('')
            note(`${op} ${input.of} ends`)
          },
          close: async () => {
            const client = await connect(surroundings.dispatcher?.address as never)
            client.socket.destroy()
            note('close')
          },
        }
      },
    }
    delete (scenario as { perform?: unknown }).perform
    await scenarioBody(scenario, 'faulty')(workload(['x', 'y'], ['z']))(controls)
    expect(log).toEqual([
      'reset as main',
      'open faulty in true as main',
      'terminal x begins as ann',
      'terminal z begins as bob',
      'terminal x ends as ann',
      'terminal y begins as ann',
      'terminal z ends as bob',
      'terminal y ends as ann',
      'observe as main',
      'close as main',
    ])
    expect(controls.seen).toEqual([{ hasClose: true, sees: true }])
    // Still there when the leftovers are counted, gone after that.
    await expect(connect(address as never)).resolves.toBeDefined()
    await controls.end()
    await expect(connect(address as never)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it("takes an exception as that caller's failure, at once or later, and lets everybody go on", async () => {
    const controls = await realControls()
    const perform = (_: unknown, { token }: { token: string }) => {
      if (token === 'TAG-1') throw new TypeError('at once')
      return token === 'TAG-3' ? Promise.reject('a text') : Promise.resolve(token)
    }
    await scenarioBody({ ...careful, perform }, {})(workload(['x', 'y'], ['z']))(controls)
    expect(summary(controls).sort()).toEqual([
      'ann fail at once',
      'ann invoke TAG-1',
      'ann invoke TAG-2',
      'ann ok',
      'bob fail a text',
      'bob invoke TAG-3',
    ])
  })

  it('needs neither a dispatcher nor a close', async () => {
    const controls = await realControls()
    const { dispatcher: _, perform: __, ...rest } = careful
    const scenario: AnyScenario = {
      ...rest,
      open: (variant, surroundings) => (surroundings.dispatcher === null ? variant : null),
    }
    await scenarioBody(scenario, { call: (op: string) => op })(workload(['x']))(controls)
    expect(summary(controls)).toEqual(['ann invoke TAG-1', 'ann ok'])
  })

  it('lets a variant override the dispatcher', async () => {
    const controls = await realControls()
    const dispatcher = mockDispatcher({ tools: { terminal: rejects('overridden') } })
    await scenarioBody(careful, {}, { dispatcher })(workload(['x']))(controls)
    expect(summary(controls)).toEqual(['ann invoke TAG-1', 'ann fail overridden'])
  })

  it('asks a dispatcher that runs already where it is told of one', async () => {
    const elsewhere = await serve(mockDispatcher({ tools: { terminal: rejects('from elsewhere') } }))
    const controls = await realControls()
    await scenarioBody(careful, {}, {}, { dispatcherAt: elsewhere.address })(workload(['x']))(controls)
    expect(controls.events.map(({ actor, type, error }) => `${actor} ${type} ${error}`)).toEqual([
      'ann invoke undefined',
      'ann fail from elsewhere',
    ])
  })

  it('keeps what was observed as it was then, and refuses what is no plain data', async () => {
    const controls = await realControls()
    const ids = ['s-1']
    const emptied = { ...careful, observe: () => ({ ids }), close: () => void ids.splice(0) }
    await scenarioBody(emptied, {})(workload(['x']))(controls)
    expect(controls.seen).toEqual([{ ids: ['s-1'] }])
    const alive = scenarioBody({ ...careful, observe: () => ({ read: () => 1 }) }, {})(workload(['x']))
    await expect(alive(await realControls())).rejects.toMatchObject({ code: 'BAD_SCENARIO_FILE' })
  })

  it('looks at a variant as the variant wants it', async () => {
    const controls = await realControls()
    const scenario: AnyScenario = { ...careful, observe: () => 'as all others' }
    await scenarioBody(scenario, {}, { observe: (_, { dir }) => dir })(workload(['x']))(controls)
    expect(controls.seen).toEqual([controls.dir()])
  })

  it('closes its dispatcher where the subject cannot be opened', async () => {
    const controls = await realControls()
    let address: unknown
    const open: AnyScenario['open'] = (_, { dispatcher }) => {
      address = dispatcher?.address
      throw new Error('no config')
    }
    await expect(scenarioBody({ ...careful, open }, {})(workload(['x']))(controls)).rejects.toThrow('no config')
    // Still there when the leftovers are counted, gone after that.
    await expect(connect(address as never)).resolves.toBeDefined()
    await controls.end()
    await expect(connect(address as never)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('rejects where the subject cannot be opened or closed', async () => {
    const broken = async (part: Partial<AnyScenario>) =>
      scenarioBody({ ...careful, ...part }, {})(workload(['x']))(await realControls())
    await expect(broken({ open: () => Promise.reject(new Error('no config')) })).rejects.toThrow('no config')
    await expect(
      broken({
        close: () => {
          throw new Error('cannot close')
        },
      }),
    ).rejects.toThrow('cannot close')
  })

  it('rejects with BAD_SCENARIO_FILE for a subject without call, and with TOOL_NOT_IMMEDIATE for a tool that waits', async () => {
    const { perform: _, ...rest } = careful
    const mute = scenarioBody({ ...rest, open: () => ({}) } as AnyScenario, {})(workload(['x']))
    await expect(mute(await realControls())).rejects.toMatchObject({ code: 'BAD_SCENARIO_FILE' })
    const dispatcher = mockDispatcher({ tools: { terminal: () => new Promise(() => {}) } })
    const waits = scenarioBody(careful, {}, { dispatcher })(workload(['x']))
    await expect(waits(await realControls())).rejects.toMatchObject({ code: 'TOOL_NOT_IMMEDIATE' })
  })
})

describe('an injected silence', () => {
  const silent = (faults = [drops()]) => mockDispatcher({ tools: { terminal: echo() }, faults })
  const untilDispatcherSays = async ({ events }: RealControls, what: string): Promise<void> => {
    while (!events.some((event) => event.actor === 'dispatcher' && brief(event).endsWith(what))) await new Promise(setImmediate)
  }
  const callersDone = async (controls: RealControls, count: number): Promise<void> => {
    const ended = () => controls.events.filter(({ actor, type }) => actor !== 'dispatcher' && type !== 'invoke').length
    while (ended() < count) await new Promise(setImmediate)
  }

  it('ends the call that it hit as info at the standstill, and its caller does no more', async () => {
    const controls = await realControls({ 'fault terminal': ['drop'] })
    const running = scenarioBody(careful, {}, { dispatcher: silent() })(workload(['x', 'y'], ['z']))(controls)
    await untilDispatcherSays(controls, ': drop')
    await callersDone(controls, 1)
    controls.standstill()
    await running
    const [hit, other] = controls.events.some(({ actor, type }) => actor === 'ann' && type === 'info')
      ? ['ann', 'bob']
      : ['bob', 'ann']
    expect(summary(controls).filter((line) => line.startsWith(`${hit} info`))).toEqual([
      `${hit} info no answer, by an injected fault`,
    ])
    expect(summary(controls).filter((line) => line.startsWith(`${other} ok`)).length).toBeGreaterThan(0)
    expect(controls.events.filter(({ type }) => type === 'info')).toHaveLength(2)
  })

  it('gives up with it who waits behind it in the subject, but nobody whose answer is on its way', async () => {
    const controls = await realControls({ 'fault terminal': ['none', 'drop'] })
    let turn: Promise<unknown> = Promise.resolve()
    // One at a time: TAG-1 is answered, and the client loses the answer; TAG-2 is dropped; TAG-3 waits for its turn for ever.
    const perform = (address: unknown, operation: Operation) => {
      const own = turn.then(() => careful.perform?.(address, operation))
      turn = own
      return operation.token === 'TAG-1' ? own.then(() => new Promise(() => {})) : own
    }
    void scenarioBody({ ...careful, perform }, {}, { dispatcher: silent() })(workload(['x'], ['y'], ['z']))(controls)
    await untilDispatcherSays(controls, ': drop')
    controls.standstill()
    await new Promise(setImmediate)
    expect(controls.events.filter(({ actor }) => actor === 'dispatcher').map(brief)).toEqual([
      'invoke terminal c1/1',
      'ok terminal c1/1',
      'invoke terminal c2/1',
      'info terminal c2/0: drop',
    ])
    expect(summary(controls).filter((line) => !line.includes('invoke'))).toEqual([
      'bob info no answer, by an injected fault',
      'cat info no answer, by an injected fault',
    ])
  })

  it('keeps a look at the subject from its answer, and its close: both are given up, and nothing was observed', async () => {
    const controls = await realControls({ 'fault terminal': ['none', 'drop'] })
    const ask = (address: unknown) => careful.perform?.(address, { op: 'terminal', token: 'TAG-9', input: { tag: 'TAG-9' } })
    const scenario: AnyScenario = { ...careful, observe: ask, close: () => new Promise(() => {}) }
    const running = scenarioBody(scenario, {}, { dispatcher: silent() })(workload(['x']))(controls)
    await untilDispatcherSays(controls, ': drop')
    controls.standstill()
    await new Promise(setImmediate)
    controls.standstill()
    await running
    expect(controls.seen).toEqual([])
    const givenUp = controls.events.filter(({ actor, type }) => actor === 'main' && type === 'info')
    expect(givenUp.map(({ op }) => op)).toEqual(['observe', 'close'])
  })

  it('is no excuse without a silence, and none is made of a disconnect, which the subject hears of', async () => {
    const controls = await realControls({ 'fault terminal': ['disconnect'] })
    const dispatcher = silent([disconnects()])
    const perform = (address: unknown, operation: Operation) =>
      Promise.resolve(careful.perform?.(address, operation)).catch(() => new Promise(() => {}))
    void scenarioBody({ ...careful, perform }, {}, { dispatcher })(workload(['x']))(controls)
    await untilDispatcherSays(controls, ': disconnect')
    controls.standstill()
    expect(summary(controls)).toEqual(['ann invoke TAG-1'])
  })
})
