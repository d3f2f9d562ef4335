// Which value of a setting holds: the environment goes before the call, so that CI can override, then the config file, then the default.
import { HarnessError, isHarnessError } from '../core/errors.js'
import { type Environment, fromEnvironment } from '../search/settings.js'
import type { LoadedConfig } from './load-config.js'
import { SETTINGS, type SettingName, type SettingValues } from './settings.js'

export interface Sources {
  readonly env: Environment
  /** As it was written: text on a command line, numbers and words in code. */
  readonly call?: Readonly<Partial<Record<SettingName, unknown>>>
  /** What a person is told where a value of the call is wrong. Default: its option on the command line, else its name. */
  readonly calledAs?: (name: SettingName) => string
  readonly config: LoadedConfig
}

export type Origin = 'environment' | 'call' | 'config' | 'default'

export interface Resolved<T> {
  readonly value: T
  readonly from: Origin
}

/** Throws `BAD_OPTION` with the name of the variable or option whose value cannot be read. */
export const resolve = <Name extends SettingName>(
  name: Name,
  { env, call = {}, calledAs = asOption, config }: Sources,
  fallback: SettingValues[Name] = SETTINGS[name].fallback,
): Resolved<SettingValues[Name]> => {
  const { variable } = SETTINGS[name]
  const set = variable === undefined ? undefined : fromEnvironment(env, variable)
  if (set !== undefined) return { value: parsed(name, set, variable as string), from: 'environment' }
  const said = call[name]
  if (said !== undefined) return { value: parsed(name, said, calledAs(name)), from: 'call' }
  const configured = config.values[name]
  return configured === undefined ? { value: fallback, from: 'default' } : { value: configured, from: 'config' }
}

const asOption = (name: SettingName): string => SETTINGS[name].option ?? name

const parsed = <Name extends SettingName>(name: Name, said: unknown, where: string): SettingValues[Name] => {
  try {
    return SETTINGS[name].parse(String(said)) as SettingValues[Name]
  } catch (error) {
    if (!isHarnessError(error)) throw error
    throw new HarnessError(error.code, `${where}: ${error.summary}`, error.help)
  }
}
