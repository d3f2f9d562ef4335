// Whether a failing schedule shows another race than those that are told already: one execution tells, with those undone.
import type { Hold } from '../core/policy.js'
import type { Counterexample } from '../core/report.js'
import type { Finding } from './finding.js'
import type { Ground } from './hunt.js'
import { createTarget } from './target.js'

/**
 * The finding with the pairs of `told` the other way round, if it still fails; `null` where it does not: then it shows nothing new.
 * As it is where they name no pair.
 */
export const besideTold = async (
  { executor, judge, wanted }: Ground,
  finding: Finding,
  told: readonly Counterexample[],
): Promise<Finding | null> => {
  const undone = told.flatMap(turnedRound)
  if (undone.length === 0) return finding
  const policy = { ...finding.policy, deviations: [...finding.policy.deviations, ...undone] }
  const execution = await executor.run(executor.work(finding.workload), policy, false)
  const target = createTarget(finding.verdict, finding.race, wanted.raceOf)
  const verdict = target.find(judge.notPassing(execution), execution)
  return verdict === undefined ? null : { ...finding, policy, verdict, traceHash: execution.traceHash }
}

const turnedRound = ({ explanation }: Counterexample): Hold[] => {
  const [first, second] = explanation?.pair ?? []
  return first === undefined || second === undefined ? [] : [{ hold: first.key, until: second.key }]
}
