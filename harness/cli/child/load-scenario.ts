// Gets a scenario that can be run.
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Target } from '../messages.js'
import { isPython } from '../targets.js'
import { findScenario } from './find-scenario.js'

/** Throws `UNKNOWN_SCENARIO` or `BAD_SCENARIO_FILE`, and `ONLY_SIMULATED` for a file in Python, which is nobody's but the search's. */
export const loadScenario = async (target: Target): Promise<AnyScenario> => {
  if (isPython(target)) {
    throw new HarnessError('ONLY_SIMULATED', 'a file in Python runs in the search alone', {
      found: target.file,
      remedy: 'leave out --runtime real',
    })
  }
  const found = await findScenario(target)
  if (!('file' in target)) return found as AnyScenario
  // The check takes longer to load than all else that a run in the real world needs.
  const { checkScenario } = await import('./check-scenario.js')
  return checkScenario(found, target.file)
}
