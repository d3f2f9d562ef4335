// The scenarios that come with crosswire. Loaded when asked for: a command that needs none of them, or one, starts sooner.
import type { Published } from '../../scenarios/index.js'
import { HarnessError } from '../core/errors.js'
import type { AnyScenario } from '../core/scenario.js'

export const registeredNames = async (): Promise<readonly string[]> =>
  Object.keys((await import('../../scenarios/index.js')).SCENARIOS)

/** Those too that are about releases of others, which have to be fetched first. */
export const knownNames = async (): Promise<readonly string[]> => Object.keys(await known())

const known = async () => {
  const { SCENARIOS, OF_RELEASES } = await import('../../scenarios/index.js')
  return { ...SCENARIOS, ...OF_RELEASES }
}

export const namesOfReleases = async (): Promise<readonly string[]> =>
  Object.keys((await import('../../scenarios/index.js')).OF_RELEASES)

export const registry = async (): Promise<readonly AnyScenario[]> => (await import('../../scenarios/index.js')).allScenarios()

/** The published races that are registered, with where each comes from; in the order of the registry. */
export const published = async (): Promise<readonly PublishedRace[]> => {
  const { SCENARIOS, ZOO } = await import('../../scenarios/index.js')
  const names = Object.keys(SCENARIOS).filter((name) => Object.hasOwn(ZOO, name))
  return Promise.all(names.map(async (name) => ({ ...(ZOO[name] as Published), scenario: await registered(name) })))
}

export interface PublishedRace extends Published {
  readonly scenario: AnyScenario
}

/** Throws `UNKNOWN_SCENARIO`. */
export const registered = async (name: string): Promise<AnyScenario> => {
  const scenarios = await known()
  const load = Object.hasOwn(scenarios, name) ? scenarios[name as keyof typeof scenarios] : undefined
  if (load !== undefined) return (await load()).default
  throw new HarnessError('UNKNOWN_SCENARIO', `there is no scenario \`${name}\``, {
    expected: `one of ${Object.keys(scenarios).join(', ')}`,
  })
}
