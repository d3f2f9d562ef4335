// Gets a scenario that can be run.
import type { AnyScenario } from '../../core/scenario.js'
import type { Target } from '../messages.js'
import { checkScenario } from './check-scenario.js'
import { findScenario } from './find-scenario.js'

/** Throws `UNKNOWN_SCENARIO` or `BAD_SCENARIO_FILE`. */
export const loadScenario = async (target: Target): Promise<AnyScenario> => {
  const found = await findScenario(target)
  return 'file' in target ? checkScenario(found, target.file) : (found as AnyScenario)
}
