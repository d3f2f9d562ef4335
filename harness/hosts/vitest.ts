// `crosswire/vitest`: a race is a test of vitest whose body runs under many schedules.
import { isAbsolute, relative } from 'node:path'
import { type TestContext, type TestOptions, test } from 'vitest'
import '../register.js'
import { quoted } from '../reporters/index.js'
import { RACE_TIMEOUT_MS, type RaceOptions } from './race-settings.js'
import type { RaceBody } from './race-subject.js'
import { runRace } from './run-race.js'
import { guard } from './watchdog.js'

export type { World } from '../callers/world.js'
export type { RaceBody, RaceOptions }

type Declare = (name: string, body: RaceBody, options?: RaceOptions) => void

export interface RaceTest extends Declare {
  readonly only: Declare
  readonly skip: Declare
  /** Passes where the race fails. */
  readonly fails: Declare
  readonly todo: (name: string) => void
}

/**
 * Runs `body` under many schedules, each a fresh execution: it is given the world of that execution, and judged by its own
 * assertions and by the oracles. Fails with the smallest interleaving and the line that replays it. A race in which nothing could go
 * another way fails too, and says why.
 * The code under test is best loaded after `crosswire/register`, in vitest's `setupFiles`; importing this module first does as well.
 */
export const race: RaceTest = Object.assign(declareWith(test), {
  only: declareWith(test.only),
  skip: declareWith(test.skip),
  fails: declareWith(test.fails),
  todo: (name: string) => test.todo(name),
})

type Run = (context: TestContext) => Promise<void>
type TestFunction = (name: string, options: TestOptions, run: Run) => void

function declareWith(declare: TestFunction): Declare {
  return (name, body, options = {}) => {
    const { timeout = RACE_TIMEOUT_MS } = options
    const declaredAt = new Error(name).stack ?? ''
    declare(name, { timeout }, async ({ task, signal, annotate }) => {
      const file = pathOf(task.file.filepath)
      const path = [...parents(task), name]
      const id = [file, ...path].join(' > ')
      const replayCommand = (token: string) =>
        `CROSSWIRE_REPLAY='${token}' npx vitest run ${quoted(file)} -t ${quoted(pattern(path))}`
      const says = await guard(() =>
        runRace({ id, name, body, options, declaredAt }, { env: process.env, signal, replayCommand }),
      )
      await annotate(says, 'crosswire')
    })
  }
}

/** Names of the suites around a test, the outermost first. */
const parents = (task: TestContext['task']): string[] => {
  const names: string[] = []
  for (let { suite } = task; suite !== undefined; suite = suite.suite) if (suite.name !== '') names.unshift(suite.name)
  return names
}

const pathOf = (file: string): string => {
  const path = relative(process.cwd(), file)
  return path.startsWith('..') || isAbsolute(path) ? file : path
}

/** Vitest takes a regular expression over the whole name, suites included. */
const pattern = (path: readonly string[]): string => `^${path.join(' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
