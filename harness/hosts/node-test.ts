// `crosswire/node-test`: a race is a test of Node's own runner whose body runs under many schedules.
import '../register.js'
import { type TestContext, type TestOptions, test } from 'node:test'
import { RACE_TIMEOUT_MS, type RaceOptions } from './race-settings.js'
import type { RaceBody } from './race-subject.js'
import { fromHere, nodeTestLine } from './rerun.js'
import { runRace } from './run-race.js'
import { guard } from './watchdog.js'

export type { World } from '../callers/world.js'
export type { RaceBody, RaceOptions }

type Declare = (name: string, body: RaceBody, options?: RaceOptions) => void

export interface RaceTest extends Declare {
  /** As the runner's own: counts under `node --test-only`. */
  readonly only: Declare
  readonly skip: Declare
  /** Passes where the race fails, and only there: not where nothing can be said of it. */
  readonly fails: Declare
  /** With a body it runs, and its failure is reported and fails nothing. */
  readonly todo: (name: string, body?: RaceBody, options?: RaceOptions) => void
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
  todo: (name: string, body?: RaceBody, options?: RaceOptions): void =>
    body === undefined ? void test.todo(name) : declareWith(test.todo)(name, body, options),
})

type TestFunction = (name: string, options: TestOptions, run: (context: TestContext) => Promise<void>) => unknown

function declareWith(declare: TestFunction, { fails = false } = {}): Declare {
  return (name, body, options = {}) => {
    const { timeout = RACE_TIMEOUT_MS } = options
    const declaredAt = new Error(name).stack ?? ''
    declare(name, { timeout }, async (context) => {
      const { signal } = context
      const file = fileOf(context)
      // Node before 20.16 knows no names of suites.
      const fullName = context.fullName ?? name
      const replayCommand = (token: string) => nodeTestLine(token, { file, fullName, name })
      const id = `${fromHere(file)} > ${fullName}`
      const says = await guard(() =>
        runRace({ id, name, body, options, declaredAt, fails }, { env: process.env, signal, replayCommand }),
      )
      context.diagnostic(says)
    })
  }
}

/** Where Node does not say it, each file has a process of its own. */
const fileOf = (context: TestContext & { readonly filePath?: string }): string => context.filePath ?? process.argv[1] ?? ''
