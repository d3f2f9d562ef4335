// The scenarios that come with crosswire. Loaded when asked for: a command that needs none of them, or one, starts sooner.
import { HarnessError } from '../core/errors.js'
import type { AnyScenario } from '../core/scenario.js'

export const registeredNames = async (): Promise<readonly string[]> =>
  Object.keys((await import('../../scenarios/index.js')).SCENARIOS)

export const registry = async (): Promise<readonly AnyScenario[]> => (await import('../../scenarios/index.js')).allScenarios()

/** Throws `UNKNOWN_SCENARIO`. */
export const registered = async (name: string): Promise<AnyScenario> => {
  const { SCENARIOS } = await import('../../scenarios/index.js')
  const load = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined
  if (load !== undefined) return (await load()).default
  throw new HarnessError('UNKNOWN_SCENARIO', `there is no scenario \`${name}\``, {
    expected: `one of ${Object.keys(SCENARIOS).join(', ')}`,
  })
}
