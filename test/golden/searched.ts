// A variant of the registry, searched quickly: what golden files and the tests of explanations look at.
import type { SearchReport } from '../../harness/core/report.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import { search } from '../../harness/search/index.js'
import { portfolio } from '../../harness/strategies/index.js'
import { preparedOf } from '../support/prepared.js'

/**
 * Races are found within a few schedules; what is repaired is only to be told, not to be proven here. An execution of
 * rpc-file-sequence has thousands of steps, so smaller workloads are tried with few schedules, and nothing is executed for safety.
 */
const FOUND_WITHIN = 300
const SURVIVES = 60
const QUICK = { shrinkAtMost: 60, schedulesPerWorkload: 4, warmUp: false, canaryEvery: 0 }

export const searched = async (scenario: AnyScenario, variant: string): Promise<SearchReport> => {
  const executions = scenario.expect?.[variant] === 'pass' ? SURVIVES : FOUND_WITHIN
  const { subject, runtime, portfolio: strategy = portfolio() } = await preparedOf(scenario, variant)
  return search(subject, { ...QUICK, runtime, strategy, seed: 0, budget: { executions } })
}
