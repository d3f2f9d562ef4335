// What there is to run in the real world: who calls, what the dispatcher is, and what of the scenario has no place there.
import type { AnyScenario } from '../../core/scenario.js'
import type { Workload } from '../../core/workload.js'
import { subjectWith } from '../child/scenario-subject.js'
import type { Plan, RealTask } from './messages.js'
import { runSeed } from './run-seed.js'

/** Throws `BAD_SCENARIO_FILE` for operations that throw, and `BAD_OPTION` for ranges that are none. */
export const planOf = async (
  scenario: AnyScenario,
  variant: string,
  { runs, seed }: Extract<RealTask, { kind: 'plan' }>,
): Promise<Plan> => {
  const { name, expect, faults = [], clientTimeoutMs = null } = scenario
  const dispatcher = scenario.overrides?.[variant]?.dispatcher ?? scenario.dispatcher
  const workloads: Workload[] = []
  for (let run = 1; run <= runs; run++) workloads.push(await drawn(scenario, variant, runSeed(seed, run)))
  return {
    scenario: name,
    expect: expect?.[variant] ?? null,
    transport: dispatcher === undefined ? null : (dispatcher.transport ?? 'uds'),
    clientTimeoutMs,
    workloads,
    notes: faults.length === 0 ? [] : [`connection faults (${faults.join(', ')}) strike in the simulated world alone`],
  }
}

/** The first workload of a seed, by the same drawing as in a search. */
const drawn = async (scenario: AnyScenario, variant: string, seed: number): Promise<Workload> => {
  const { workloads } = subjectWith(scenario, variant, NO_BODY)
  let first: Workload | null = null
  await workloads.draw({ seed, runs: 1 }, async (workload) => {
    first ??= workload
    return true
  })
  return first as unknown as Workload
}

const NO_BODY = () => () => {}
