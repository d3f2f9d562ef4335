// What a race in somebody's test is run with: the environment over its options over the project's config over the defaults.
import { checkRaceOptions, loadConfig, RACE_BUDGET, resolve, type SettingName, type SettingValues } from '../config/index.js'
import type { Limits } from '../core/limits.js'
import type { NetFault } from '../core/runtime.js'
import type { Oracle } from '../core/verdict.js'
import type { BudgetSpec, Environment } from '../search/index.js'
import { type Strategy, strategyByName } from '../strategies/index.js'

export interface RaceOptions {
  /** Executions, or a time as in `2s`. Default 200. `CROSSWIRE_BUDGET` goes before. */
  readonly budget?: number | string
  /** Name of a strategy. Default `portfolio`. */
  readonly strategy?: string
  /** u32; the same seed explores the same schedules. Default 0. `CROSSWIRE_SEED` goes before. */
  readonly seed?: number
  /**
   * Executions that making a failure small may take; a long one counts once for each 250 steps. Default 2,000; 0: it stays as it was
   * found.
   */
  readonly shrinkBudget?: number
  /** A failure does not end the search: one is told for each distinct oracle and pair of lines. Default false. */
  readonly keepGoing?: boolean
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
  /**
   * `worker`: executions run in worker threads that load the test file afresh, where the host can start such (crosswire/vitest); elsewhere
   * it is refused by name. Default `none`.
   */
  readonly isolate?: 'none' | 'worker'
  /** With `isolate: 'worker'`: executions until a fresh thread takes over, at least 1. Default 200. */
  readonly recycle?: number
  /** Time-out of the whole race in real ms, as the host's own option. Default 60,000: a race is hundreds of executions, not one. */
  readonly timeout?: number
}

/** What the search is told. */
export interface RaceSettings {
  readonly budget: BudgetSpec
  readonly strategy: Strategy
  readonly seed: number
  readonly shrinkAtMost: number
  readonly keepGoing: boolean
  /** What is found is written beside the test. */
  readonly save: boolean
}

/** What of the options the project's config may say in their place. */
export type RaceBounds = Required<Pick<RaceOptions, 'limits' | 'native'>>

/** Where executions run. */
export type RaceIsolation = Required<Pick<RaceOptions, 'isolate' | 'recycle'>>

export const RACE_TIMEOUT_MS = 60_000

/** Rejects with `BAD_OPTION` or `BAD_CONFIG`. */
export const raceSettings = async (
  options: RaceOptions,
  env: Environment,
): Promise<{ readonly settings: RaceSettings; readonly bounds: RaceBounds; readonly isolation: RaceIsolation }> => {
  checkRaceOptions(options)
  const config = await loadConfig(process.cwd())
  const { limits = {}, ...others } = options
  const call = { ...others, 'limits.steps': limits.steps, 'limits.virtualMs': limits.virtualMs }
  const value = <Name extends SettingName>(name: Name, fallback?: SettingValues[Name]): SettingValues[Name] =>
    resolve(name, { env, call, calledAs: String, config }, fallback).value
  return {
    settings: {
      budget: value('budget', RACE_BUDGET),
      strategy: strategyByName(value('strategy')),
      seed: value('seed'),
      shrinkAtMost: value('shrinkBudget'),
      keepGoing: options.keepGoing ?? false,
      save: value('save') !== false,
    },
    bounds: {
      limits: { steps: value('limits.steps'), virtualMs: value('limits.virtualMs') },
      native: value('native'),
    },
    isolation: { isolate: value('isolate'), recycle: value('recycle') },
  }
}
