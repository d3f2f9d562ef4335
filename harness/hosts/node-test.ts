// `crosswire/node-test`: a race is a test of Node's own runner whose body runs under many schedules.
import '../register.js'
import { type TestContext, type TestOptions, test } from 'node:test'
import { isHarnessError } from '../core/errors.js'
import { calledFromUser } from './called-from.js'
import { exploreRace } from './explore-race.js'
import { fromHere } from './from-folder.js'
import { racesBeside } from './guards.js'
import { refusedAt } from './race-error.js'
import { RACE_TIMEOUT_MS, type RaceOptions } from './race-settings.js'
import type { RaceBody } from './race-subject.js'
import { nodeTestLine } from './rerun.js'
import { judged } from './run-race.js'
import { guard } from './watchdog.js'

export type { World } from '../callers/world.js'
export type { RaceBody }

/** Of a race, and those of the runner's own that say whether it runs. */
export interface NodeRaceOptions extends RaceOptions {
  readonly only?: boolean
  readonly skip?: boolean | string
  readonly todo?: boolean | string
}

/** Options may stand before the body, as in the runner's own tests, or after it. */
export interface Declare {
  (name: string, body: RaceBody, options?: NodeRaceOptions): void
  (name: string, options: NodeRaceOptions, body: RaceBody): void
}

export interface RaceTest extends Declare {
  /** As the runner's own: counts under `node --test-only`. */
  readonly only: Declare
  readonly skip: Declare
  /** Passes where the race fails, and only there: not where nothing can be said of it. */
  readonly fails: Declare
  /** With a body it runs, and its failure is reported and fails nothing. */
  readonly todo: Declare & ((name: string) => void)
}

/**
 * Runs `body` under many schedules, each a fresh execution: it is given the world of that execution, and judged by its own
 * assertions and by the oracles. Fails with the smallest interleaving and the line that replays it; one that passes says as a diagnostic
 * how many schedules it has explored. A race in which nothing could go another way fails too, and says why.
 * The code under test is best loaded after `crosswire/register` (`node --import crosswire/register --test`); importing this module
 * first does as well.
 */
export const race: RaceTest = Object.assign(declareWith(test), {
  only: declareWith(test.only),
  skip: declareWith(test.skip),
  fails: declareWith(test, { fails: true }),
  todo: declareWith(test.todo),
})

type TestFunction = (name: string, options?: TestOptions, run?: (context: TestContext) => Promise<void>) => unknown

function declareWith(declare: TestFunction, { fails = false } = {}): Declare & ((name: string) => void) {
  return (name: string, one?: RaceBody | NodeRaceOptions, other: RaceBody | NodeRaceOptions = {}): void => {
    if (one === undefined) return void calledFromUser(declare, [name])
    const [body, given] = (typeof one === 'function' ? [one, other] : [other, one]) as [RaceBody, NodeRaceOptions]
    const { only, skip, todo, ...options } = given
    const declaredAt = new Error(name).stack ?? ''
    const whether = Object.fromEntries(Object.entries({ only, skip, todo }).filter(([, value]) => value !== undefined))
    const run = (context: TestContext) => runIn(context, { name, body, options, declaredAt, fails })
    calledFromUser(declare, [name, whether, run])
  }
}

interface DeclaredRace {
  readonly name: string
  readonly body: RaceBody
  readonly options: RaceOptions
  readonly declaredAt: string
  readonly fails: boolean
}

const runIn = async (context: TestContext, { name, body, options, ...declared }: DeclaredRace): Promise<void> => {
  const { signal } = context
  const file = fileOf(context)
  // Node before 20.16 knows no names of suites.
  const fullName = context.fullName ?? name
  const replayCommand = (token: string) => nodeTestLine(token, { file, fullName, name })
  const race = { id: `${fromHere(file)} > ${fullName}`, name, races: racesBeside(file), body, options }
  // A clock of its own, which waits for its turn: neighbours may run at the same time.
  const timeoutMs = options.timeout ?? RACE_TIMEOUT_MS
  try {
    const raced = await guard(() => exploreRace(race, { env: process.env, signal, timeoutMs, replayCommand }))
    context.diagnostic(judged(raced, declared))
  } catch (error) {
    throw isHarnessError(error) ? refusedAt(declared.declaredAt, error) : error
  }
}

/** Where Node does not say it, each file has a process of its own. */
const fileOf = (context: TestContext & { readonly filePath?: string }): string => context.filePath ?? process.argv[1] ?? ''
