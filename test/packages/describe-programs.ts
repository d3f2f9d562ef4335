// What holds for every program: no false alarm under random schedules and those of the portfolio; the same seed, the same traces.
import Table from 'cli-table3'
import { execaNode } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { random, type Strategy, strategyByName } from '../../harness/strategies/index.js'
import { ROOT } from '../support/crosswire.js'
import { often } from '../support/long.js'
import { loadProgram, type ProgramName } from './programs/index.js'
import { type Tour, tour } from './tour.js'

/** By strategy: the portfolio begins with what every search begins with, and goes on with what random schedules are as well. */
const SCHEDULES = { random: 500, portfolio: often({ each: 100, once: 500 }) } as const
/** So many are run again in this process, and in another one. */
const AGAIN = often({ each: 40, once: 100 })
const STRATEGIES = ['random', 'portfolio'] as const
const SEED = 7
/** For what hangs: a tour takes from one to ten seconds on a quiet machine, and fifty times that on one that twenty others use. */
const TIMEOUT_MS = 1_800_000

type Traces = Readonly<Record<string, readonly number[]>>

/** The counts of all tours are printed at the end. */
export const describePrograms = (names: readonly ProgramName[]): void => {
  const counts = new Table({ head: HEAD, style: { head: [], border: [] } })
  let elsewhere: Promise<Traces>

  beforeAll(() => {
    elsewhere = tracesElsewhere(names)
    elsewhere.catch(() => {})
  })
  afterAll(() => void process.stdout.write(`${counts}\n`))

  describe.each(names)('%s', (name) => {
    const go = async (strategy: Strategy, schedules: number) => tour(await loadProgram(name), { strategy, schedules, seed: SEED })
    let walk: Promise<Tour> | null = null
    const randomWalk = (): Promise<Tour> => (walk ??= go(random(), SCHEDULES.random))

    test.each(STRATEGIES)(
      'under schedules of the strategy %s it raises no alarm',
      async (strategy) => {
        const schedules = SCHEDULES[strategy]
        const result = await (strategy === 'random' ? randomWalk() : go(strategyByName(strategy), schedules))
        counts.push(row((await loadProgram(name)).name, strategy, result))
        expect(result.alarms).toEqual([])
        expect(result.schedules).toBe(schedules)
        expect(result.overlapping.fewest).toBeGreaterThanOrEqual(3)
        expect(result.operations).toBeGreaterThanOrEqual(3 * schedules)
        // Fewer would mean that the schedules differ in next to nothing.
        expect(result.distinct).toBeGreaterThan(schedules / 10)
      },
      TIMEOUT_MS,
    )

    test(
      'the same seed gives the same traces, twice in this process and once in another',
      async () => {
        const traces = (await randomWalk()).traces.slice(0, AGAIN)
        expect((await go(random(), AGAIN)).traces).toEqual(traces)
        expect((await elsewhere)[name]).toEqual(traces)
      },
      TIMEOUT_MS,
    )
  })
}

const HEAD = ['program', 'strategy', 'schedules', 'distinct', 'operations', 'most at a time', 'alarms']

const row = (name: string, strategy: string, { schedules, distinct, operations, overlapping, alarms }: Tour): string[] => [
  name,
  strategy,
  ...[schedules, distinct, operations, overlapping.most, alarms.length].map((count) => count.toLocaleString('en')),
]

const tracesElsewhere = async (names: readonly string[]): Promise<Traces> => {
  const { stdout } = await execaNode('test/packages/print-traces.ts', [String(AGAIN), String(SEED), ...names], {
    cwd: ROOT,
    nodeOptions: ['--import', 'tsx'],
  })
  return JSON.parse(stdout)
}
