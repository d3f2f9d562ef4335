// The scenarios that come with crosswire.
import type { AnyScenario } from '../core/scenario.js'

/** Loaded when asked for: a command that needs none of them starts sooner. */
export const registry = async (): Promise<readonly AnyScenario[]> => (await import('../../scenarios/index.js')).scenarios
