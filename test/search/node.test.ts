// The search over ordinary code in the simulated Node runtime, from drawing to a token that a fresh process replays.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createWorld, type World, worldBody } from '../../harness/callers/world.js'
import type { SearchReport } from '../../harness/core/report.js'
import type { Body, Controls } from '../../harness/core/runtime.js'
import { createNodeRuntime } from '../../harness/runtimes/node/index.js'
import { decodeToken, fixedWorkload, replay, type SearchOptions, type SearchSubject, search } from '../../harness/search/index.js'
import { exhaustive, portfolio, random } from '../../harness/strategies/index.js'
import '../support/run.js'
import { settingsSubject } from './fixtures/settings.js'

const runtime = createNodeRuntime()
const nobody = { callers: [], subjectSeed: 1 }

const searched = (subject: SearchSubject, options: Partial<SearchOptions> = {}): Promise<SearchReport> =>
  search(subject, { runtime, strategy: portfolio(), seed: 1, budget: { executions: 1000 }, ...options })

/** A body without recorded operations: what it throws judges. */
const bodySubject = (body: Body, changes: Partial<SearchSubject> = {}): SearchSubject => ({
  id: 'body',
  bodyFor: () => body,
  oracles: [],
  recordsOperations: false,
  workloads: fixedWorkload(nobody),
  ...changes,
})

/** What a fixture prints in a process of its own. */
const runFixture = async (name: string, ...args: readonly string[]): Promise<string> => {
  const script = fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))
  return (await promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...args])).stdout
}

const standIns =
  (load: () => Promise<void>): Body =>
  (controls) =>
    Promise.all(['ann', 'bob'].map((name) => controls.as(name, load)))

describe('ordinary code', () => {
  test('a late read that fills a cache is found by every one of 5 seeds, and comes to one reader, one writer and two slow tasks', async () => {
    for (let seed = 0; seed < 5; seed++) {
      const { outcome, counterexamples } = await searched(settingsSubject('faulty'), { seed })
      expect(outcome).toBe('fail')
      const [found] = counterexamples
      expect(found?.verdict).toMatchObject({ oracle: 'threw', symptom: 'Error' })
      expect(found?.workload.callers.flatMap(({ operations }) => operations.map(({ op }) => op)).sort()).toEqual(['get', 'set'])
      // The reader has one task more before it reads than the writer before it writes, and one more behind: the write must be slow
      // once, and then the reader's end. Neither alone is enough.
      expect(found?.holds.map(({ without }) => without)).toEqual(['pass', 'pass'])
      expect(found?.deviations).toEqual([])
    }
  })

  test('a fill that looks at the version survives', async () => {
    const report = await searched(settingsSubject('fixed'), { budget: { executions: 1500 } })
    expect(report).toMatchObject({ outcome: 'pass', executions: 1500, unknowns: [], notes: [] })
    expect(report.distinct).toBeGreaterThan(500)
  })

  test('a lock around everything leaves one schedule only: that passes, and is said', async () => {
    const report = await searched(settingsSubject('locked'), { budget: { executions: 100 } })
    expect(report).toMatchObject({
      outcome: 'pass',
      unknowns: [],
      notes: [expect.stringContaining('one thing happen at a time')],
    })
  })

  test('a token gives the same trace here and in a process of its own, by the calm and by the random search', async () => {
    for (const strategy of [portfolio(), random()]) {
      const { counterexamples } = await searched(settingsSubject('faulty'), { strategy, seed: 5 })
      const { token = '', execution } = counterexamples[0] ?? {}
      const here = await replay(settingsSubject('faulty'), decodeToken(token), { runtime })
      const stdout = await runFixture('replay-token.ts', token)
      expect(here.execution.traceHash).toBe(execution?.traceHash)
      expect(JSON.parse(stdout)).toEqual({ outcome: 'fails', traceHash: execution?.traceHash, end: execution?.end.message })
    }
  })

  test('the repaired variant passes now', async () => {
    const { counterexamples } = await searched(settingsSubject('faulty'))
    const token = decodeToken(counterexamples[0]?.token ?? '')
    expect((await replay(settingsSubject('fixed'), token, { runtime })).outcome).toBe('passes now')
  })
})

describe('exhaustive', () => {
  const callers = (awaits: number) =>
    bodySubject((controls) =>
      Promise.all(
        ['ann', 'bob', 'cat'].map((name) =>
          controls.as(name, async () => {
            for (let i = 0; i < awaits; i++) await controls.pause('hop')
          }),
        ),
      ),
    )

  test('three callers with four awaits have exactly 34,650 interleavings, each visited once', async () => {
    const report = await searched(callers(4), { strategy: exhaustive(), budget: { executions: 100_000 } })
    expect(report).toMatchObject({ outcome: 'pass', executions: 34_650, stopped: 'exhausted' })
    // Trace hashes have 32 bits: 0.14 collisions are expected among so many.
    expect(report.distinct).toBeGreaterThanOrEqual(34_647)
    expect(report.worth.claim).toMatch(/^all 34,650 interleavings \(choices of run\)/)
  })
})

describe('what one execution leaves to the next', () => {
  const counter = () => {
    let calls = 0
    const reset = () => {
      calls = 0
    }
    const body = bodySubject(async (controls) => {
      const mine = ++calls
      await Promise.all(['ann', 'bob'].map((name) => controls.as(name, () => controls.pause(mine % 4 === 0 ? 'other' : 'hop'))))
    })
    return { body, reset }
  }

  test('a counter in a module is named, with the first step that differs; a reset mends it', async () => {
    const { body, reset } = counter()
    await expect(searched(body, { canaryEvery: 3 })).rejects.toThrow(
      /STATE_LEAKED_BETWEEN_EXECUTIONS: the calmest schedule went another way after [\s\S]*remedy/,
    )
    expect((await searched({ ...body, reset }, { canaryEvery: 3 })).outcome).toBe('pass')
  })

  const answering = (answer: () => unknown) =>
    bodySubject(
      worldBody(async ({ together, call, pause }) => {
        const ask = (who: string) => () => call(who, 'which number am I?', () => pause().then(answer))
        await together({ ann: ask('ann'), bob: ask('bob') })
      }),
    )

  test('a counter that shows in answers alone is named, with the first answer that differs', async () => {
    let answered = 0
    const taken = () => ({ numbers: [++answered] })
    // One execution is discarded, one counts, and the third is what the fourth is compared with.
    await expect(searched(answering(taken))).rejects.toThrow(
      /STATE_LEAKED_BETWEEN_EXECUTIONS: the calmest schedule was answered otherwise after one execution; first at step \d+\n +found: +ann, .*ok \{ numbers: \{ 0: 7 \} \}\n +expected: ann, .*ok \{ numbers: \{ 0: 5 \} \}/,
    )
    const reset = () => {
      answered = 0
    }
    expect((await searched({ ...answering(taken), reset })).outcome).toBe('pass')
  })

  test('answers of a clock and of chance, and such that are no plain data, are no state', async () => {
    const many = {
      at: Date.now,
      chance: Math.random,
      uuid: randomUUID,
      made: () => new Error('x'),
      map: () => new Map(),
      self: globalThis,
    }
    const answer = () => ({
      ...many,
      at: Date.now(),
      chance: Math.random(),
      uuid: randomUUID(),
      made: new Set([{}]),
      now: performance.now(),
    })
    expect((await searched(answering(answer))).outcome).toBe('pass')
  })

  test.each([
    ['a body without callers', async () => {}],
    ['stand-ins that settle at once', standIns(async () => {})],
    ['stand-ins that take equally long', standIns(() => new Promise((resolve) => setTimeout(resolve, 10)))],
  ])('%s can race in no way: a vacuous pass, said by name', async (_, body) => {
    const report = await searched(bodySubject(body))
    expect(report).toMatchObject({
      outcome: 'unknown',
      unknowns: [{ verdict: { oracle: 'vacuous-pass', symptom: 'no-open-choice' } }],
    })
  })

  const hop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
  test.each<[string, (world: World) => Promise<unknown>]>([
    ['awaits after one another', async () => hop().then(hop)],
    ['callers that are awaited in turn', async ({ together }) => [await together(hop), await together(hop)]],
    ['one caller, and then the body itself', async ({ together }) => together(hop).then(hop)],
    [
      'choices of the body alone, and callers that do nothing',
      async ({ together, pause }) =>
        pause().then(() =>
          together(
            () => 1,
            () => 2,
          ),
        ),
    ],
  ])('%s never overlap: a vacuous pass, said by name', async (_, body) => {
    const report = await searched(bodySubject(worldBody(body)))
    expect(report).toMatchObject({ outcome: 'unknown', unknowns: [{ verdict: { symptom: 'no-overlap' } }] })
  })

  test('callers that wait for what another of them has begun overlap, though one alone takes steps', async () => {
    const singleFlight = (controls: Controls) => {
      let load: Promise<string> | null = null
      const get = (): Promise<string> => (load ??= controls.pause('load').then(() => 'row'))
      return createWorld(controls).together(get, get)
    }
    expect((await searched(bodySubject(singleFlight))).outcome).toBe('pass')
  })

  test('two tasks that the body awaits together overlap', async () => {
    const slow = (controls: Controls): Promise<void> => controls.pause('work')
    const report = await searched(bodySubject((controls) => Promise.all([slow(controls), slow(controls)])))
    expect(report.outcome).toBe('pass')
  })

  test('an execution in which a module is loaded for the first time is run again', async () => {
    let bodies = 0
    const report = await searched(
      bodySubject(async (controls) => {
        bodies++
        const loading = async (): Promise<void> => {
          const { answer } = await import('./fixtures/lazy-module.js')
          await controls.pause(`hop ${answer}`)
        }
        await Promise.all(['ann', 'bob'].map((name) => controls.as(name, loading)))
      }),
      { strategy: random(), budget: { executions: 20 }, canaryEvery: 0 },
    )
    expect(report).toMatchObject({ outcome: 'pass', executions: 20 })
    // One is discarded as a warm-up; the one that loaded was another.
    expect(bodies).toBeGreaterThan(21)
  })

  test('callers who wait for one another are found, with who waits', async () => {
    const report = await searched(
      bodySubject(async (controls) => {
        const never = new Promise(() => {})
        await Promise.all(['ann', 'bob'].map((name) => controls.as(name, () => controls.pause('hop').then(() => never))))
      }),
    )
    expect(report.counterexamples[0]).toMatchObject({
      verdict: { oracle: 'never-settles', symptom: 'deadlock' },
      holds: [],
      deviations: [],
    })
  })
})
