// `crosswire/vitest`: a race is a test of vitest whose body runs under many schedules.
import '../register.js'
import { type TestContext, type TestOptions, test } from 'vitest'
import type { RaceOptions } from './race-settings.js'
import { doErrand } from './vitest/fresh/do-errand.js'
import { errandOf } from './vitest/fresh/errand.js'
import { type RaceContext, triesOf, type VitestRaceBody } from './vitest/one-try.js'
import { startOfRun } from './vitest/start-of-run.js'

export type { World } from '../callers/world.js'
export type { RaceMeta } from './vitest/told.js'
export type { RaceContext, RaceOptions, VitestRaceBody as RaceBody }

/** Options may stand before the body or after it, a number in their place is the time-out: as in vitest's own tests. */
export interface Declare {
  (name: string, body: VitestRaceBody, options?: RaceOptions | number): void
  (name: string, options: RaceOptions, body: VitestRaceBody): void
}

export interface RaceTest extends Declare {
  readonly only: Declare
  readonly skip: Declare
  /** Passes where the race fails, and only there: not where nothing can be said of it. */
  readonly fails: Declare
  readonly skipIf: (condition: unknown) => Declare
  readonly runIf: (condition: unknown) => Declare
  readonly todo: (name: string) => void
}

/**
 * Runs `body` under many schedules, each a fresh execution: it is given the world of that execution, and judged by its own
 * assertions and by the oracles. Fails with the smallest interleaving and the line that replays it. A race in which nothing could go
 * another way fails too, and says why. Races of one file run one after the other, whatever vitest runs beside them.
 * The code under test is best loaded after `crosswire/register`, in vitest's `setupFiles`; importing this module first does as well.
 */
export const race: RaceTest = Object.assign(declareWith(test), {
  only: declareWith(test.only),
  skip: declareWith(test.skip),
  fails: declareWith(test, { fails: true }),
  skipIf: (condition: unknown) => declareWith(condition ? test.skip : test),
  runIf: (condition: unknown) => declareWith(condition ? test : test.skip),
  todo: (name: string) => test.todo(name),
})

type Run = (context: TestContext) => Promise<void>
type TestFunction = (name: string, options: TestOptions, run: Run) => void

interface DeclaredRace {
  readonly name: string
  readonly body: VitestRaceBody
  readonly options: RaceOptions
  readonly declaredAt: string
  readonly fails: boolean
}

function declareWith(declare: TestFunction, { fails = false } = {}): Declare {
  return (name: string, one: VitestRaceBody | RaceOptions, other: RaceOptions | number | VitestRaceBody = {}) => {
    const [body, given] = (typeof one === 'function' ? [one, other] : [other, one]) as [VitestRaceBody, RaceOptions | number]
    const options = typeof given === 'number' ? { timeout: given } : given
    const declaredAt = new Error(name).stack ?? ''
    declare(name, testOptions(), (context) => runIn(context, { name, body, options, declaredAt, fails }))
  }
}

/** A race has a clock of its own, that waits for its turn; and a second try would find the same. */
const testOptions = (): TestOptions => ({ timeout: 0, retry: 0, meta: { crosswire: { schedules: null } } })

const start = startOfRun()

const runIn = async (context: TestContext, { body, ...declared }: DeclaredRace): Promise<void> => {
  const tries = triesOf(body, context)
  const errand = errandOf(context.task.id)
  if (errand !== null) return doErrand(errand, { body: tries.body, reset: declared.options.reset })
  const { exploreTest } = await import('./vitest/explore-test.js')
  return exploreTest(context, { ...declared, tries, start })
}
