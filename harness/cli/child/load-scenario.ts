// Gets a scenario that can be run.
import type { AnyScenario } from '../../core/scenario.js'
import type { Target } from '../messages.js'
import { findScenario } from './find-scenario.js'

/** Throws `UNKNOWN_SCENARIO` or `BAD_SCENARIO_FILE`. */
export const loadScenario = async (target: Target): Promise<AnyScenario> => {
  const found = await findScenario(target)
  if (!('file' in target)) return found as AnyScenario
  // The check takes longer to load than all else that a run in the real world needs.
  const { checkScenario } = await import('./check-scenario.js')
  return checkScenario(found, target.file)
}
