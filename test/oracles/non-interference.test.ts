// non-interference: by stories, and by twins under a search: one lock for all keys, a lock for each key.
import '../../harness/register.js'
import { describe, expect, it, test } from 'vitest'
import { scenarioSubject } from '../../harness/cli/child/scenario-subject.js'
import type { Execution } from '../../harness/core/execution.js'
import type { HistoryEvent } from '../../harness/core/history.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import { never, oneOf } from '../../harness/dispatchers/delay-profiles.js'
import { type MockDispatcherOptions, mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { echo } from '../../harness/dispatchers/tools.js'
import { nonInterference } from '../../harness/oracles/non-interference.js'
import { createNodeRuntime } from '../../harness/runtimes/node/index.js'
import { search } from '../../harness/search/index.js'
import { strategyByName } from '../../harness/strategies/index.js'
import { connectStore, type StoreClient } from '../../scenarios/support/store-client.js'
import { type Rest, tell } from './tell.js'

/** `A-1` and `A-2` are on part A; Y is on B and C, and X is everybody's. */
const partOf = ({ input }: HistoryEvent): string | readonly string[] | null => {
  const [, part = ''] = /([A-Z])-\d/.exec(JSON.stringify(input)) ?? []
  if (part === 'Y') return ['B', 'C']
  return part === 'X' ? null : part
}

const judged = (execution: Execution): string =>
  [nonInterference({ part: partOf }).judge(execution)]
    .flat()
    .map(({ outcome, symptom, message }) => `${outcome === 'fail' ? symptom : outcome}: ${message}`)
    .join('; ')
const said = (story: string, rest: Rest = {}): string => judged(tell(story, rest))

const HELD = `
  ann calls A-1
  dispatcher takes A-1
  dispatcher loses A-1 by never
  bob calls B-2`
const PASS = 'pass: nobody waited for the I/O of another part'
const HELD_UP = "held-up: bob's echo of B waits for ever behind ann's echo of A, whose echo gets no answer"

describe('an operation whose request got no answer', () => {
  it('holds up nobody on another part', () => {
    expect(said(`${HELD}\n bob gives up\n ann gives up`)).toBe(HELD_UP)
    expect(said(`${HELD}\n dispatcher takes B-2\n dispatcher answers B-2\n bob gets B-2\n ann gives up`)).toBe(PASS)
  })

  it('is told with the events that show it, and with everybody who waits behind it', () => {
    const story = `${HELD}\n cat calls C-3\n cat gives up\n bob gives up\n ann gives up`
    expect(nonInterference({ part: partOf, name: 'apart' }).judge(tell(story))).toEqual({
      oracle: 'apart',
      outcome: 'fail',
      symptom: 'held-up',
      message: "bob's echo of B and cat's echo of C wait for ever behind ann's echo of A, whose echo gets no answer",
      events: [3, 1],
    })
  })

  it('may hold up whoever works on its own part', () => {
    expect(said(`${HELD}\n cat calls A-3\n cat gives up\n ann gives up\n bob fails busy`)).toBe(PASS)
  })

  it('counts as much where its answer was lost, and where nobody waits for it', () => {
    const lost = HELD.replace('by never', 'by drop')
    expect(said(`${lost}\n bob gives up\n ann gives up`)).toBe(HELD_UP)
    const background = 'bob calls B-2\n dispatcher takes A-1\n dispatcher loses A-1 by never\n bob gives up'
    expect(said(background)).toBe("held-up: bob's echo of B waits for ever behind the echo of A, which gets no answer")
  })

  it('holds up nobody who is on several other parts', () => {
    const story = `${HELD.replace('B-2', 'Y-2')}\n bob gives up\n ann gives up`
    expect(said(story)).toBe("held-up: bob's echo of B and C waits for ever behind ann's echo of A, whose echo gets no answer")
  })

  it('counts in a deadlock too: one who was answered once is not given up', () => {
    const story = `${HELD}\n dispatcher takes B-2\n dispatcher answers B-2\n ann gives up`
    expect(said(story, { end: 'deadlock' })).toBe(HELD_UP)
    // Cut short, it might still have been answered; not awaited, nobody waits.
    expect(said(story, { end: 'limit' })).toBe('pass: not judged: the execution was cut short')
    expect(said(story)).toBe(PASS)
  })
})

describe('nobody is blamed for waiting', () => {
  const rest = 'bob gives up\n ann gives up'

  it('for an answer to a request of the same part', () => {
    expect(said(`${HELD}\n dispatcher takes B-2\n dispatcher loses B-2 by drop\n ${rest}`)).toBe(PASS)
    expect(said(`${HELD}\n dispatcher takes B-2\n ${rest}`)).toBe(PASS)
    expect(said(`${HELD}\n dispatcher takes B-2\n dispatcher loses B-2 by connection closed\n ${rest}`)).toBe(PASS)
  })

  it('where the request without an answer, or the operation that waits, is on several parts', () => {
    const common = 'ann calls X-1\n dispatcher takes X-1\n dispatcher loses X-1 by never\n bob calls B-2'
    expect(said(`${common}\n ${rest}`)).toBe('pass: not judged: a request without an answer belongs to no single part')
    expect(said(`${HELD}\n dispatcher takes X-9\n ${rest}`)).toMatch(/^pass: not judged/)
    expect(said(`${HELD.replace('B-2', 'X-2')}\n ${rest}`)).toBe(PASS)
  })

  it('where one of the parts of an operation waits for an answer of its own', () => {
    const story = 'ann calls C-1\n dispatcher takes C-1\n dispatcher loses C-1 by never\n bob calls Y-2\n cat calls D-3'
    expect(said(`${story}\n cat gives up\n ${rest}`)).toMatch(/^held-up: cat's echo of D waits for ever/)
    const several = 'dispatcher takes Y-2\n dispatcher loses Y-2 by never'
    expect(said(`${story}\n ${several}\n cat gives up\n ${rest}`)).toMatch(/^pass: not judged: .* no single part$/)
  })

  it('where the dispatcher serves in turn, a connection was lost or a fault of the network struck', () => {
    const story = tell(`${HELD}\n ${rest}`)
    const inTurn = story.history.map((event) => (event.error === 'never' ? { ...event, inTurn: true as const } : event))
    expect(judged({ ...story, history: inTurn })).toBe('pass: not judged: the dispatcher serves one request at a time')
    expect(judged({ ...story, answers: [{ kind: 'fault', step: 1, count: 2, index: 1 }] })).toBe(
      'pass: not judged: another fault struck',
    )
    for (const fault of ['half-open', 'disconnect', 'crash']) {
      expect(said(`${HELD}\n dispatcher takes C-3\n dispatcher loses C-3 by ${fault}\n ${rest}`)).toBe(
        'pass: not judged: a connection was lost',
      )
    }
  })

  it('where nothing was held at all', () => {
    expect(said('ann calls A-1\n bob calls B-2\n bob gets B-2', { end: 'deadlock' })).toBe('pass: no request was held at its I/O')
    expect(said('')).toMatch(/^pass/)
  })
})

/** Runs what is asked for under one name one after the other. */
const createLocks = () => {
  const tails = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(work)
    tails.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  }
}

type Locked = (key: string) => string

/** Asks twice, so that a caller who holds the lock is answered once and then waits for ever. */
const shop = (lockOf: Locked, options: Partial<MockDispatcherOptions>): AnyScenario => ({
  name: 'shop',
  story: '',
  dispatcher: mockDispatcher({ tools: { load: echo() }, delay: oneOf(5, null), service: 'concurrent', ...options }),
  callers: {
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: { get: (token, draw) => ({ key: `${'AB'[draw % 2]}-1`, token }) },
  },
  variants: { subject: async () => ({}) },
  open: (_, { dispatcher }) => ({ store: connectStore(dispatcher?.address as { path: string }), lock: createLocks() }),
  perform: ({ store, lock }: { store: StoreClient; lock: ReturnType<typeof createLocks> }, { input }) => {
    const { key } = input as { key: string }
    return lock(lockOf(key), async () => {
      await store.ask('load', { key })
      return store.ask('load', { key })
    })
  },
  close: ({ store }) => store.close(),
  oracles: [nonInterference({ part: partOf })],
})

const outcomes = async (lockOf: Locked, options: Partial<MockDispatcherOptions> = {}) => {
  const subject = await scenarioSubject(shop(lockOf, options), 'subject')
  const { counterexamples } = await search(subject, {
    runtime: createNodeRuntime(),
    strategy: strategyByName('random'),
    seed: 7,
    budget: { executions: 200 },
    shrinkAtMost: 20,
    warmUp: false,
    canaryEvery: 0,
  })
  return counterexamples.map(({ verdict: { oracle, symptom, message } }) => `${oracle} ${symptom}: ${message}`)
}

// Two of three workloads use both keys, and one request in two is held: 200 executions miss it with probability below 10^-30.
test('one lock for all keys is found, a lock for each key is not', async () => {
  const [found] = await outcomes(() => 'all')
  expect(found).toMatch(/^non-interference held-up: \w+'s get of [AB] waits for ever behind \w+'s get of [AB], whose load gets/)
  expect(await outcomes((key) => key)).toEqual([])
})

test('one lock for all keys is no fault where the dispatcher serves in turn', async () => {
  expect(await outcomes(() => 'all', { service: 'fifo' })).toEqual([])
  expect(await outcomes(() => 'all', { delay: never(), service: 'fifo', connections: 'one' })).toEqual([])
})
