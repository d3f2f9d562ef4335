// What a command is to do: from the environment, its options, the project's config file and the defaults, in this order.
import { type LoadedConfig, loadConfig, resolve, type SettingName, type SettingValues } from '../config/index.js'
import type { BudgetSpec, Environment } from '../search/index.js'
import type { ScenarioFallbacks } from './messages.js'

/** As the command line gives them: text, or absent. */
export interface SettingsOptions {
  readonly strategy?: string
  readonly budget?: string
  readonly seed?: string
  readonly schedules?: string
  readonly shrinkBudget?: string
  readonly jobs?: string
  readonly watchdog?: string
  /** `true`: the option without a folder. */
  readonly save?: string | true
}

export interface Settings {
  readonly strategy: string
  readonly budget: BudgetSpec
  readonly seed: number
  /** For each generated workload. */
  readonly schedules: number
  /** Executions that making one failure small may take. */
  readonly shrinkBudget: number
  /** How many variants are searched at the same time. */
  readonly jobs: number
  /** 0: no watchdog. */
  readonly watchdogMs: number
  readonly fallbacks: ScenarioFallbacks
  readonly save: boolean | string
}

export interface SettingsPlace {
  readonly cwd: string
  readonly env: Environment
}

/** Rejects with `BAD_OPTION` or `BAD_CONFIG`. */
export const settingsOf = async (options: SettingsOptions, { cwd, env }: SettingsPlace): Promise<Settings> => {
  const config = await loadConfig(cwd)
  const value = <Name extends SettingName>(name: Name): SettingValues[Name] =>
    resolve(name, { env, call: { ...options }, config }).value
  return {
    strategy: value('strategy'),
    budget: value('budget'),
    seed: value('seed'),
    schedules: value('schedules'),
    shrinkBudget: value('shrinkBudget'),
    jobs: value('jobs'),
    watchdogMs: value('watchdog'),
    fallbacks: fallbacksIn(config),
    save: value('save'),
  }
}

/** What a scenario says itself goes before them. */
const fallbacksIn = ({ values }: LoadedConfig): ScenarioFallbacks => {
  const { native, isolate, recycle, 'limits.steps': steps, 'limits.virtualMs': virtualMs } = values
  return { ...given({ native, isolate, recycle }), limits: given({ steps, virtualMs }) }
}

type Given<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> }

const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
