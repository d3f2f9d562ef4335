// Every setting with the value that holds here and where it comes from, as `crosswire doctor` prints it.
import { type Environment, fromEnvironment } from '../search/settings.js'
import type { LoadedConfig } from './load-config.js'
import { type Origin, resolve } from './resolve.js'
import { RACE_BUDGET, SETTING_NAMES, SETTINGS, type SettingName } from './settings.js'
import { VARIABLES } from './variables.js'

export interface SettingRow {
  readonly name: string
  /** As data. */
  readonly value: unknown
  /** For a person, with its unit. */
  readonly text: string
  readonly from: Origin
  /** The variable or the file. */
  readonly at: string | null
}

interface Place {
  readonly env: Environment
  readonly config: LoadedConfig
}

/** Settings, a second row where a race in a test has another default, then the variables that are set and are no settings. */
export const settingRows = (place: Place): SettingRow[] => [
  ...SETTING_NAMES.flatMap((name) => (name === 'budget' ? budgetRows(place) : [rowOf(name, place)])),
  ...Object.keys(VARIABLES).flatMap((name) => variableRow(name, place)),
]

const budgetRows = (place: Place): SettingRow[] => [
  { ...rowOf('budget', place), name: 'budget of a variant' },
  { ...rowOf('budget', place, RACE_BUDGET), name: 'budget of race()' },
]

const rowOf = (name: SettingName, { env, config }: Place, fallback: unknown = SETTINGS[name].fallback): SettingRow => {
  const { value, from } = resolve(name, { env, config }, fallback as never)
  const at = from === 'environment' ? (SETTINGS[name].variable as string) : from === 'config' ? config.file : null
  return { name, value, text: SETTINGS[name].show(value as never), from, at }
}

const variableRow = (name: string, { env }: Place): SettingRow[] => {
  const value = fromEnvironment(env, name)
  return value === undefined ? [] : [{ name, value, text: value, from: 'environment', at: name }]
}
