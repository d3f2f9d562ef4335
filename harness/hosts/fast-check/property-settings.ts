// What the exploration of a property is run with.
import { loadConfig, NO_CONFIG, resolve } from '../../config/index.js'
import type { BudgetSpec, Environment } from '../../search/index.js'
import { type RaceBounds, type RaceOptions, type RaceSettings, raceSettings } from '../race-settings.js'

export interface PropertyOptions extends Omit<RaceOptions, 'budget' | 'timeout'> {
  /** Schedules that each generated value is explored under. Default 30. */
  readonly schedules?: number
  /** Of the test that asserts the property, where its runner does not tell it: it stands in the line that repeats a failure. */
  readonly name?: string
  /** Told what a property that passes has explored: `t.diagnostic` of node:test, `annotate` of vitest, `console.log`. */
  readonly says?: (text: string) => unknown
  /** Ends it early: the test's own, where its runner gives one up. */
  readonly signal?: AbortSignal
}

export interface PropertySettings extends RaceSettings {
  readonly schedules: number
  readonly bounds: RaceBounds
}

/** How many values there are is fast-check's business; the environment can bound what is executed for all of them. */
const UNBOUNDED: BudgetSpec = { executions: Number.POSITIVE_INFINITY }

/** Rejects with `BAD_OPTION` or `BAD_CONFIG`. */
export const propertySettings = async (options: PropertyOptions, env: Environment): Promise<PropertySettings> => {
  const { schedules: asked, name: _name, says: _says, signal: _signal, ...ofRaces } = options
  const { settings, bounds } = await raceSettings(ofRaces, env)
  const call = { schedules: asked }
  const { value: schedules } = resolve('schedules', { env, call, calledAs: String, config: await loadConfig(process.cwd()) })
  const { value: budget } = resolve('budget', { env, config: NO_CONFIG }, UNBOUNDED)
  return { ...settings, budget, schedules, bounds }
}
