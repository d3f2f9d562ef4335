// The order of a counterexample, read from its history, and kept by a dispatcher that holds its answers back.
import { describe, expect, it } from 'vitest'
import { DISPATCHER, type EventFacts } from '../../../harness/core/history.js'
import { createHolding, type HoldingOptions } from '../../../harness/runtimes/real/holding.js'
import { orderOf } from '../../../harness/runtimes/real/order.js'
import { tell } from '../../oracles/tell.js'

const swapped = tell(
  `ann calls TAG-1
  bob calls TAG-2
  dispatcher takes TAG-1
  dispatcher takes TAG-2
  dispatcher answers TAG-1
  bob gets TAG-1
  dispatcher refuses TAG-2
  ann fails no`,
).history

describe('the order of a history', () => {
  it('names the moments of callers and of the dispatcher', () => {
    expect(orderOf(swapped)).toEqual([
      'begins TAG-1',
      'begins TAG-2',
      'arrives TAG-1',
      'arrives TAG-2',
      'answered TAG-1',
      'ends TAG-2',
      'answered TAG-2',
      'ends TAG-1',
    ])
  })

  it('counts requests with one token, and leaves out what was lost and what is nobody’s', () => {
    const { history } = tell(
      `ann calls TAG-1
      dispatcher takes TAG-1
      dispatcher loses TAG-1
      dispatcher takes hello
      dispatcher answers hello
      dispatcher takes TAG-1
      dispatcher answers TAG-1
      ann gives up`,
    )
    expect(orderOf(history)).toEqual(['begins TAG-1', 'arrives TAG-1', 'arrives TAG-1 (2)', 'answered TAG-1 (2)'])
  })

  it('is empty where no dispatcher has answered', () => {
    expect(orderOf(tell('ann calls TAG-1\nann gets TAG-1').history)).toEqual([])
  })
})

describe('holding', () => {
  const createDispatcher = (options: Partial<HoldingOptions> = {}) => {
    const holding = createHolding({ order: orderOf(swapped), boundMs: 60_000, service: 'concurrent', ...options })
    const events: string[] = []
    let calls = 0
    const recorder = holding.recorder({
      record: ({ type, call }) => void events.push(`${type} ${call}`),
      nextCall: () => ++calls,
    })
    const record = (event: Pick<EventFacts, 'type' | 'call' | 'input'>, connection = 'c1'): void =>
      recorder.record({ actor: DISPATCHER, op: 'echo', via: { connection, message: 1 }, ...event })
    return {
      holding,
      events,
      /** Takes a request, and answers it as soon as it may. */
      take(token: string, connection = 'c1') {
        const call = recorder.nextCall()
        record({ type: 'invoke', call, input: { tag: token } }, connection)
        return holding.hold(call).then(() => record({ type: 'ok', call, input: undefined }, connection))
      },
    }
  }
  /** All that follows at once has followed. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const seeBoth = ({ holding }: ReturnType<typeof createDispatcher>): void => {
    holding.see('begins TAG-1')
    holding.see('begins TAG-2')
  }

  it('keeps an answer back until all has come that was to come before it', async () => {
    const dispatcher = createDispatcher()
    seeBoth(dispatcher)
    void dispatcher.take('TAG-1')
    await settled()
    expect(dispatcher.events).toEqual(['invoke 1'])
    void dispatcher.take('TAG-2')
    await settled()
    expect(dispatcher.events).toEqual(['invoke 1', 'invoke 2', 'ok 1'])
    expect(dispatcher.holding.summary().met).toBe(false)
    dispatcher.holding.see('ends TAG-2')
    await settled()
    expect(dispatcher.events).toEqual(['invoke 1', 'invoke 2', 'ok 1', 'ok 2'])
    expect(dispatcher.holding.summary()).toEqual({ met: true, heldMs: expect.any(Number), missed: [] })
  })

  it('lets a request go that the order does not know', async () => {
    const dispatcher = createDispatcher()
    await dispatcher.take('hello')
    expect(dispatcher.events).toEqual(['invoke 1', 'ok 1'])
  })

  it('lets everything go at its bound, and keeps nothing back after that', async () => {
    const dispatcher = createDispatcher({ boundMs: 30 })
    seeBoth(dispatcher)
    await dispatcher.take('TAG-1')
    await dispatcher.take('TAG-2')
    const { met, heldMs, missed } = dispatcher.holding.summary()
    expect({ met, missed }).toEqual({ met: false, missed: ['arrives TAG-2'] })
    // How long in full is up to the machine: a timer counts from the turn of the loop in which it was set.
    expect(heldMs).toBeGreaterThan(0)
  })

  it('has one bound for all that it keeps back, and the bound can be lowered', async () => {
    const dispatcher = createDispatcher()
    const answered = dispatcher.take('TAG-1')
    dispatcher.holding.limit(1)
    await answered
    expect(dispatcher.holding.summary().missed).toEqual(['begins TAG-1', 'begins TAG-2', 'arrives TAG-2'])
  })

  it('gives up at once what cannot come before it on a connection that is served in turn', async () => {
    const order = ['arrives TAG-1', 'arrives TAG-2', 'answered TAG-2', 'answered TAG-1']
    const dispatcher = createDispatcher({ order, service: 'fifo' })
    const answered = dispatcher.take('TAG-1')
    await settled()
    expect(dispatcher.events).toEqual(['invoke 1'])
    void dispatcher.take('TAG-2')
    await answered
    expect(dispatcher.holding.summary()).toMatchObject({ met: false, missed: ['answered TAG-2'] })
  })

  it('waits for the answer on another connection', async () => {
    const order = ['arrives TAG-1', 'arrives TAG-2', 'answered TAG-2', 'answered TAG-1']
    const dispatcher = createDispatcher({ order, service: 'fifo' })
    void dispatcher.take('TAG-1', 'c1')
    void dispatcher.take('TAG-2', 'c2')
    await settled()
    expect(dispatcher.events).toEqual(['invoke 1', 'invoke 2', 'ok 2', 'ok 1'])
    expect(dispatcher.holding.summary().met).toBe(true)
  })

  it('keeps an answer back until those are ready that follow it at once', async () => {
    const order = ['arrives TAG-1', 'arrives TAG-2', 'answered TAG-1', 'answered TAG-2', 'ends TAG-1']
    const dispatcher = createDispatcher({ order })
    const first = dispatcher.holding.recorder({ record: () => {}, nextCall: () => 0 })
    first.record({ actor: DISPATCHER, op: 'echo', type: 'invoke', call: 100, input: { tag: 'TAG-2' } })
    void dispatcher.take('TAG-1')
    await settled()
    expect(dispatcher.events).toEqual(['invoke 1'])
    void dispatcher.holding.hold(100)
    await settled()
    expect(dispatcher.events).toEqual(['invoke 1', 'ok 1'])
  })

  it('does not wait for an answer that has to wait for this one on its connection', async () => {
    const order = ['arrives TAG-1', 'arrives TAG-2', 'answered TAG-1', 'answered TAG-2']
    const dispatcher = createDispatcher({ order, service: 'fifo' })
    const answered = dispatcher.take('TAG-1')
    dispatcher.holding.recorder({ record: () => {}, nextCall: () => 0 }).record({
      ...{ actor: DISPATCHER, op: 'echo', type: 'invoke', call: 100, input: { tag: 'TAG-2' } },
      via: { connection: 'c1', message: 2 },
    })
    await answered
    expect(dispatcher.events).toEqual(['invoke 1', 'ok 1'])
  })

  it('gives up at once where nothing else is looked for before an answer, as over files', async () => {
    const dispatcher = createDispatcher({ service: 'one by one' })
    seeBoth(dispatcher)
    await dispatcher.take('TAG-1')
    expect(dispatcher.holding.summary()).toMatchObject({ met: false, missed: ['arrives TAG-2'] })
  })
})
