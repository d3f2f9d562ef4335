// `crosswire/vitest`: a race is a test of vitest's whose body runs under many schedules.
import path from 'node:path'
import { type TestContext, type TestOptions, test } from 'vitest'
import { installRuntime } from '../runtimes/node/index.js'
import { type RaceBody, type RaceOptions, runRace } from './race.js'
import { quoted } from './shell.js'

export type { World } from '../callers/world.js'
export type { RaceBody, RaceOptions } from './race.js'

// A subject that has captured a timer or a socket before this line would escape: list crosswire/register in setupFiles then.
installRuntime()

export interface RaceTestOptions extends RaceOptions {
  /** Real milliseconds for the whole exploration. Default: vitest's own time-out for tests. */
  readonly timeout?: number
}

/**
 * A test whose `body` runs under many schedules; it fails with the smallest interleaving that was found, and the line that runs it again.
 * Throws, through the test, what `search` throws: `HarnessError` by code where nothing can be said about the code under test.
 * Deterministic: the same seed, budget and code explore the same schedules.
 */
export interface Race {
  (name: string, body: RaceBody, options?: RaceTestOptions): void
  /** Runs only the races and tests so marked. */
  only(name: string, body: RaceBody, options?: RaceTestOptions): void
  skip(name: string, body: RaceBody, options?: RaceTestOptions): void
  /** Passes as long as a failure is found. */
  fails(name: string, body: RaceBody, options?: RaceTestOptions): void
  todo(name: string): void
}

type Define = (name: string, options: TestOptions, run: (context: TestContext) => Promise<void>) => void

const raceWith =
  (define: Define) =>
  (name: string, body: RaceBody, { timeout, ...options }: RaceTestOptions = {}): void =>
    define(name, timeout === undefined ? {} : { timeout }, (context) => explore(context, body, options))

const explore = async (context: TestContext, body: RaceBody, options: RaceOptions): Promise<void> => {
  const place = placeOf(context)
  const said = await runRace({ ...place, signal: context.signal }, body, options, process.env)
  await context.annotate(said, 'crosswire')
}

/** The id holds the file and the full name, so that a token finds its test again. */
const placeOf = ({ task }: TestContext) => {
  const file = path.relative(process.cwd(), task.file.filepath)
  const name = fullNameOf(task)
  return {
    id: `${file} > ${name}`,
    replayCommand: (token: string) =>
      `CROSSWIRE_REPLAY='${token}' npx vitest run ${quoted(file)} -t ${quoted(`^${escaped(name)}$`)}`,
  }
}

const fullNameOf = (task: TestContext['task']): string => {
  const names = [task.name]
  for (let suite = task.suite; suite !== undefined && suite.name !== ''; suite = suite.suite) names.unshift(suite.name)
  return names.join(' ')
}

/** `-t` takes a regular expression. */
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Defines a race test. */
export const race: Race = Object.assign(raceWith(test), {
  only: raceWith(test.only),
  skip: raceWith(test.skip),
  fails: raceWith(test.fails),
  todo: (name: string) => test.todo(name),
})
