// What every host does with a race: explore its body under many schedules, or replay one, and say what came of it.
import { type World, worldBody } from '../callers/world.js'
import { HarnessError } from '../core/errors.js'
import type { Limits } from '../core/limits.js'
import type { SearchReport } from '../core/report.js'
import type { NetFault } from '../core/runtime.js'
import type { Oracle } from '../core/verdict.js'
import { defaultOracles, withEndOracles } from '../oracles/index.js'
import { createNodeRuntime } from '../runtimes/node/index.js'
import {
  type BudgetSpec,
  decodeToken,
  fixedWorkload,
  parseBudget,
  replay,
  type SearchSubject,
  search,
  type TokenContent,
} from '../search/index.js'
import { strategyByName } from '../strategies/index.js'
import { whereRecorded } from './where-recorded.js'
import { failingReplay, failingSearch, passing, unsettled } from './words.js'

export type RaceBody = (world: World) => unknown

export interface RaceOptions {
  /** Executions, or seconds as in `'30s'`. Default 200; `CROSSWIRE_BUDGET` wins. */
  readonly budget?: number | string
  /** Default `portfolio`. */
  readonly strategy?: string
  /** u32. Default 0; `CROSSWIRE_SEED` wins. */
  readonly seed?: number
  readonly limits?: Partial<Limits>
  /** Default: own-response (where operations are recorded), threw, subject-errors, never-settles, leaks. */
  readonly oracles?: readonly Oracle[]
  /** Faults of connections that may strike. Default: none. */
  readonly faults?: readonly NetFault[]
  /** What happens to native work. Default `refuse`. */
  readonly native?: 'refuse' | 'allow'
}

/** How a host names a race, and how it is run again from a token. */
export interface RacePlace {
  readonly id: string
  readonly replayCommand: (token: string) => string
  /** Aborted when the host gives the test up. */
  readonly signal?: AbortSignal
}

export type Environment = Readonly<Record<string, string | undefined>>

const BUDGET: BudgetSpec = { executions: 200 }

/**
 * Explores `body`; resolves with one sentence that says what was explored. Rejects with the text of the failure where one was found,
 * with the reason where nothing can be said, and with a `HarnessError` as `search` does. With `CROSSWIRE_REPLAY` set to a token of this
 * race it follows that token instead.
 */
export const runRace = async (place: RacePlace, body: RaceBody, options: RaceOptions, env: Environment): Promise<string> => {
  const subject = subjectOf(place.id, body, options)
  const token = tokenFor(place.id, env)
  return token === null ? explore(subject, place, options, env) : again(subject, place, token)
}

const subjectOf = (id: string, body: RaceBody, { oracles, limits, faults, native }: RaceOptions): SearchSubject => {
  const run = worldBody(body)
  return {
    id,
    bodyFor: () => run,
    oracles: whereRecorded(oracles === undefined ? defaultOracles() : withEndOracles(oracles)),
    workloads: fixedWorkload({ callers: [], subjectSeed: 0 }),
    recordsOperations: false,
    ...(limits === undefined ? {} : { limits }),
    ...(faults === undefined ? {} : { faults }),
    ...(native === undefined ? {} : { native }),
  }
}

/** The token to be followed, where there is one and it is about this race: others are left to theirs. */
const tokenFor = (id: string, env: Environment): TokenContent | null => {
  const text = env.CROSSWIRE_REPLAY
  if (text === undefined || text === '') return null
  const token = decodeToken(text)
  return token.id === id ? token : null
}

const explore = async (subject: SearchSubject, place: RacePlace, options: RaceOptions, env: Environment): Promise<string> => {
  const { strategy = 'portfolio' } = options
  const report = await search(subject, {
    runtime: createNodeRuntime(),
    strategy: strategyByName(strategy),
    seed: seedOf(env.CROSSWIRE_SEED ?? options.seed ?? 0),
    budget: budgetOf(env.CROSSWIRE_BUDGET ?? options.budget),
    ...(place.signal === undefined ? {} : { signal: place.signal }),
  })
  return settle(report, place)
}

const settle = (report: SearchReport, { replayCommand }: RacePlace): string => {
  const [counterexample] = report.counterexamples
  if (counterexample !== undefined) throw raceError(failingSearch(report, counterexample, replayCommand))
  if (report.outcome !== 'pass') throw raceError(unsettled(report))
  return passing(report)
}

const again = async (subject: SearchSubject, { id, replayCommand }: RacePlace, token: TokenContent): Promise<string> => {
  const result = await replay(subject, token, { runtime: createNodeRuntime() })
  if (result.outcome === 'fails') throw raceError(failingReplay(id, result, token, replayCommand))
  if (result.outcome === 'passes now') return 'the replayed schedule passes now'
  const { found, expected } = result.divergence ?? { found: 'another execution', expected: 'the one of the token' }
  throw new HarnessError('REPLAY_DIVERGED', `the token does not fit ${id} any more`, {
    found,
    expected,
    usually: 'the code under test, or the test, has changed since',
    remedy: 'run the test without CROSSWIRE_REPLAY: it searches anew',
  })
}

/** The text is the message: hosts print it whole, and the stack would be the harness's own. */
const raceError = (text: string): Error => {
  const error = new Error(text)
  error.name = 'Race'
  error.stack = `${error.name}: ${text}`
  return error
}

const seedOf = (seed: number | string): number => {
  const number = Number(seed)
  if (Number.isInteger(number) && number >= 0 && number < 2 ** 32) return number
  throw new HarnessError('BAD_OPTION', `\`${seed}\` is no seed`, { expected: 'a whole number from 0 to 4294967295' })
}

const budgetOf = (budget: number | string | undefined): BudgetSpec =>
  budget === undefined || budget === '' ? BUDGET : parseBudget(String(budget))
