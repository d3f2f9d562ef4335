// A variant of a scenario, as the search takes it.

import { scenarioBody } from '../../callers/run-workload.js'
import { drawWorkloads } from '../../callers/workloads.js'
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario, CallersSpec } from '../../core/scenario.js'
import type { SearchSubject } from '../../search/index.js'
import { textOf } from './problem.js'

/** Loads the variant, outside of every execution. Throws `UNKNOWN_SCENARIO`, `PACKAGE_MISSING` or `BAD_SCENARIO_FILE`. */
export const scenarioSubject = async (scenario: AnyScenario, variant: string): Promise<SearchSubject> => {
  const { name, limits, native, faults, races, expect } = scenario
  const loaded = await loadVariant(scenario, variant)
  const overrides = scenario.overrides?.[variant] ?? {}
  const callers = guarded(scenario)
  const expected = expect?.[variant]
  return {
    id: name,
    variant,
    bodyFor: scenarioBody(scenario, loaded, overrides),
    oracles: overrides.oracles ?? scenario.oracles,
    workloads: { single: false, draw: (options, tryOne) => drawWorkloads(callers, options, tryOne) },
    ...(expected === undefined ? {} : { expect: expected }),
    ...(limits === undefined ? {} : { limits }),
    ...(native === undefined ? {} : { native }),
    ...(faults === undefined ? {} : { faults }),
    ...(races === undefined ? {} : { races }),
  }
}

const loadVariant = async ({ name, variants }: AnyScenario, variant: string): Promise<unknown> => {
  const load = Object.hasOwn(variants, variant) ? variants[variant] : undefined
  if (load === undefined) {
    throw new HarnessError('UNKNOWN_SCENARIO', `the scenario \`${name}\` has no variant \`${variant}\``, {
      found: variant,
      expected: Object.keys(variants).join(', '),
    })
  }
  try {
    return await load()
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw cannotLoad(`${name} / ${variant}`, error)
  }
}

const cannotLoad = (what: string, error: unknown): HarnessError => {
  const missing = /Cannot find package '([^']+)'/.exec((error as Error | null)?.message ?? '')?.[1]
  if (missing === undefined) {
    return new HarnessError('BAD_SCENARIO_FILE', `${what} cannot be loaded: ${textOf(error)}`, {}, { cause: error })
  }
  return new HarnessError('PACKAGE_MISSING', `${what} needs the package \`${missing}\`, which is not installed`)
}

/** Operations are the user's code: what they throw is no failure of ours. */
const guarded = ({ name, callers }: AnyScenario): CallersSpec => ({
  ...callers,
  operations: Object.fromEntries(
    Object.entries(callers.operations).map(([op, make]): [string, typeof make] => [
      op,
      (token, draw) => {
        try {
          return make(token, draw)
        } catch (error) {
          throw new HarnessError('BAD_SCENARIO_FILE', `callers.operations.${op} of ${name} throws: ${textOf(error)}`)
        }
      },
    ]),
  ),
})
