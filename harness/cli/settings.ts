// What a command is to do, from its options and the environment: the environment wins, so that CI can override a call.
import { availableParallelism } from 'node:os'
import { HarnessError } from '../core/errors.js'
import { WATCHDOG_CPU_MS } from '../runtimes/node/watchdog/watchdog.js'
import {
  type BudgetSpec,
  DEFAULT_BUDGET,
  type Environment,
  fromEnvironment,
  parseBudget,
  parseSeed,
  wholeNumber,
} from '../search/index.js'
import { STRATEGY_NAMES, strategyByName } from '../strategies/index.js'

/** As the command line gives them: text, or absent. */
export interface SettingsOptions {
  readonly strategy?: string
  readonly budget?: string
  readonly seed?: string
  readonly jobs?: string
  readonly watchdog?: string
}

export interface Settings {
  readonly strategy: string
  readonly budget: BudgetSpec
  readonly seed: number
  /** How many variants are searched at the same time. */
  readonly jobs: number
  /** 0: no watchdog. */
  readonly watchdogMs: number
}

/** The defaults of the command line; `crosswire doctor` prints them. */
export const DEFAULTS: Settings = {
  strategy: STRATEGY_NAMES[0] as string,
  budget: DEFAULT_BUDGET,
  seed: 0,
  jobs: availableParallelism(),
  watchdogMs: WATCHDOG_CPU_MS,
}

/** Environment over options over defaults. Throws `BAD_OPTION`. */
export const settingsOf = (options: SettingsOptions, env: Environment): Settings => {
  const budget = fromEnvironment(env, 'CROSSWIRE_BUDGET') ?? options.budget
  const seed = fromEnvironment(env, 'CROSSWIRE_SEED') ?? options.seed
  const jobs = fromEnvironment(env, 'CROSSWIRE_JOBS') ?? options.jobs
  const { strategy = DEFAULTS.strategy, watchdog } = options
  strategyByName(strategy)
  return {
    strategy,
    budget: budget === undefined ? DEFAULTS.budget : parseBudget(budget),
    seed: seed === undefined ? DEFAULTS.seed : parseSeed(seed),
    jobs: jobs === undefined ? DEFAULTS.jobs : wholeNumber('number of jobs', jobs, { min: 1, max: 1024 }),
    watchdogMs: watchdog === undefined ? DEFAULTS.watchdogMs : seconds('watchdog', watchdog),
  }
}

const seconds = (what: string, text: string): number => {
  const [, number] = /^(\d+(?:\.\d+)?)s?$/.exec(text.trim()) ?? []
  if (number !== undefined) return Number(number) * 1000
  throw new HarnessError('BAD_OPTION', `\`${text}\` is no ${what}`, {
    expected: 'seconds of CPU time without a step, as in 5; 0 turns it off',
  })
}
