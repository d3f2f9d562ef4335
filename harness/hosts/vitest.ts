// `crosswire/vitest`: a race is a test of vitest whose body runs under many schedules.
import '../register.js'
import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { type TestContext, type TestOptions, test } from 'vitest'
import { isHarnessError } from '../core/errors.js'
import { exploreRace } from './explore-race.js'
import { refusedAt } from './race-error.js'
import { RACE_TIMEOUT_MS, type RaceOptions } from './race-settings.js'
import { judged } from './run-race.js'
import { prepareLastWords } from './vitest/last-words.js'
import { type RaceContext, triesOf, type VitestRaceBody } from './vitest/one-try.js'
import { fromFolder, rerunLine } from './vitest/rerun-line.js'
import { optionsOfThisRun } from './vitest/started-with.js'
import { tellIfLast } from './vitest/told.js'
import { workerState } from './vitest/worker-state.js'
import { guard } from './watchdog.js'

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

const runIn = async (context: TestContext, { name, body, options, ...declared }: DeclaredRace): Promise<void> => {
  const { task, signal, annotate } = context
  const { config } = workerState()
  const file = task.file.filepath
  const fullName = fullNameOf(task)
  const tries = triesOf(body, context)
  const race = { id: `${relative(config.root, file)} > ${fullName}`, name, body: tries.body, options }
  const replayCommand = (token: string) => rerunLine(token, { file, fullName, project: config.name ?? '' }, place)
  const explore = () =>
    exploreRace(race, { env: process.env, signal, replayCommand, timeoutMs: options.timeout ?? RACE_TIMEOUT_MS })
  prepareLastWords()
  try {
    const raced = await guard(explore, isMainThread ? { parentPid } : {})
    tries.conclude()
    const says = judged(raced, declared)
    if (!declared.fails) task.meta.crosswire = { schedules: raced.report.executions }
    await annotate(says, 'crosswire')
  } catch (error) {
    throw isHarnessError(error) ? refusedAt(declared.declaredAt, error) : error
  } finally {
    tellIfLast(task, fromFolder(config.root, file))
  }
}

const cwd = process.cwd()
const place = { cwd, calledFrom: process.env.INIT_CWD ?? cwd, options: optionsOfThisRun() }
const parentPid = process.ppid

/** As vitest joins the names of a test and of the suites around it. */
const fullNameOf = ({ name, suite }: Named): string => (suite === undefined ? name : `${fullNameOf(suite)} ${name}`)

interface Named {
  readonly name: string
  readonly suite?: Named | undefined
}
