// What a race in somebody's test is run with: the environment over its options over the defaults.
import type { Limits } from '../core/limits.js'
import type { NetFault } from '../core/runtime.js'
import type { Oracle } from '../core/verdict.js'
import { type BudgetSpec, type Environment, fromEnvironment, parseBudget, parseSeed } from '../search/index.js'
import { type Strategy, strategyByName } from '../strategies/index.js'

export interface RaceOptions {
  /** Executions, or a time as in `2s`. Default 200. `CROSSWIRE_BUDGET` goes before. */
  readonly budget?: number | string
  /** Name of a strategy. Default `portfolio`. */
  readonly strategy?: string
  /** u32; the same seed explores the same schedules. Default 0. `CROSSWIRE_SEED` goes before. */
  readonly seed?: number
  /** Bounds of one execution. Default: 100,000 steps, 24 virtual hours. */
  readonly limits?: Partial<Limits>
  /** In the place of the default ones: own-response, leaks, never-settles, and that nothing threw. */
  readonly oracles?: readonly Oracle[]
  /** Connection faults that may strike. Default: none. */
  readonly faults?: readonly NetFault[]
  /** `allow` lets native work through, whose order is not controlled. Default `refuse`. */
  readonly native?: 'refuse' | 'allow'
  /** Forgets what the subject keeps at module level, before each execution. */
  readonly reset?: () => void
  /** Time-out of the whole race in real ms, as the host's own option. Default 60,000: a race is hundreds of executions, not one. */
  readonly timeout?: number
}

export interface RaceSettings {
  readonly budget: BudgetSpec
  readonly strategy: Strategy
  readonly seed: number
}

export const RACE_TIMEOUT_MS = 60_000

/** Executions of one race. */
export const RACE_BUDGET = 200

/** Throws `BAD_OPTION`. */
export const raceSettings = (
  { budget = RACE_BUDGET, strategy = 'portfolio', seed = 0 }: RaceOptions,
  env: Environment,
): RaceSettings => ({
  budget: parseBudget(fromEnvironment(env, 'CROSSWIRE_BUDGET') ?? String(budget)),
  strategy: strategyByName(strategy),
  seed: parseSeed(fromEnvironment(env, 'CROSSWIRE_SEED') ?? String(seed)),
})
