// A variant of a scenario, as the search takes it.

import { scenarioBody } from '../../callers/run-workload.js'
import { drawWorkloads } from '../../callers/workloads.js'
import { briefTextOf } from '../../core/brief-text.js'
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario, CallersSpec } from '../../core/scenario.js'
import { folderOf } from '../../core/written-in.js'
import type { SearchSubject } from '../../search/index.js'
import { loadVariant } from './load-variant.js'
import { nonJson } from './non-json.js'

/** Loads the variant, outside of every execution. Throws `UNKNOWN_SCENARIO`, `PACKAGE_MISSING` or `BAD_SCENARIO_FILE`. */
export const scenarioSubject = async (scenario: AnyScenario, variant: string): Promise<SearchSubject> =>
  subjectWith(scenario, variant, scenarioBody(scenario, await loadVariant(scenario, variant), scenario.overrides?.[variant]))

/** Nothing of the variant is loaded: its bodies are somebody else's. */
export const subjectWith = (scenario: AnyScenario, variant: string, bodyFor: SearchSubject['bodyFor']): SearchSubject => {
  const { name, limits, native, faults, races, expect } = scenario
  const overrides = scenario.overrides?.[variant] ?? {}
  const callers = guarded(scenario)
  const expected = expect?.[variant]
  const folder = folderOf(scenario)
  return {
    id: name,
    variant,
    bodyFor,
    oracles: overrides.oracles ?? scenario.oracles,
    operations: Object.keys(callers.operations),
    workloads: { single: false, draw: (options, tryOne) => drawWorkloads(callers, options, tryOne) },
    ...(folder === null ? {} : { folder }),
    ...(expected === undefined ? {} : { expect: expected }),
    ...(limits === undefined ? {} : { limits }),
    ...(native === undefined ? {} : { native }),
    ...(faults === undefined ? {} : { faults }),
    ...(races === undefined ? {} : { races }),
  }
}

/** Operations are the user's code: what they throw is no failure of ours. */
const guarded = ({ name, callers }: AnyScenario): CallersSpec => ({
  ...callers,
  operations: Object.fromEntries(
    Object.entries(callers.operations).map(([op, make]): [string, typeof make] => [
      op,
      (token, draw) => {
        const input = inputOf(make, { token, draw, what: `callers.operations.${op} of ${name}` })
        const found = input === undefined ? null : nonJson(input)
        if (found === null) return input
        throw new HarnessError('BAD_SCENARIO_FILE', `callers.operations.${op} of ${name} returns what JSON cannot carry`, {
          found,
          expected: 'plain data: null, booleans, finite numbers, strings, lists and objects of them',
        })
      },
    ]),
  ),
})

const inputOf = (make: Make, { token, draw, what }: { token: string; draw: number; what: string }): ReturnType<Make> => {
  try {
    return make(token, draw)
  } catch (error) {
    throw new HarnessError('BAD_SCENARIO_FILE', `${what} throws: ${briefTextOf(error)}`)
  }
}

type Make = CallersSpec['operations'][string]
