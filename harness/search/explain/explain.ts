// Why an execution failed: the nearest one that passes, the two steps whose order decides, who waits for whom, and where. All of it comes
// of executions; what they do not prove is not said.
//
// Halving the way between a failing and a passing schedule is delta debugging of schedules (Choi, Zeller, "Isolating Failure-Inducing
// Thread Schedules", ISSTA 2002); here the way is that of one task among those that it overtakes, so its end is two neighbouring steps.
import type { Execution } from '../../core/execution.js'
import type { Explanation, NearestPassing, Place, Wait } from '../../core/explanation.js'
import { follow, isHold, type Policy } from '../../core/policy.js'
import type { Work } from '../executor.js'
import type { Laboratory } from '../shrink/trial.js'
import type { Target } from '../target.js'
import { createExperiments, type Experiments } from './experiments.js'
import { type Neighbour, nearestNeighbour } from './nearest.js'
import { pairOf, placeOf } from './pair.js'
import { sentenceOf } from './sentence.js'
import { explainWaits } from './waits.js'

export interface ToExplain {
  readonly work: Work
  readonly target: Target
  /** What the failing execution follows. Neighbours are known only where that is changes of the calmest schedule. */
  readonly policy: Policy
  /** Recorded. */
  readonly execution: Execution
  readonly signal?: AbortSignal | undefined
}

export interface Explained {
  readonly explanation: Explanation
  /** The same, with the lines of its steps and of what was left open. */
  readonly execution: Execution
  readonly nearestPassing?: NearestPassing
  readonly places?: readonly Place[]
  readonly waits?: readonly Wait[]
}

/** Longer executions are looked at where it matters alone. */
const LOOKED_AT_MOST = 3000

/** Deterministic: the same failure is explained in the same way, by the same number of executions (at most about 350). */
export const explain = async (laboratory: Laboratory, failure: ToExplain): Promise<Explained> => {
  const experiments = createExperiments(laboratory, failure)
  const horizon = horizonOf(failure)
  const keys = keysOf(failure, horizon)
  const looked = await lookAt(experiments, failure, keys)
  const found = await nearestNeighbour(experiments, { policy: failure.policy, looked, horizon })
  const better = found === null ? null : await proven(experiments, found, keys)
  const { pair, sentence } = found === null || better === null ? NOTHING : reasonOf(found, looked)
  const passing = found?.came === 'passes' ? better : null
  const waits =
    isForEver(looked) && failure.policy.pick === 'first'
      ? await explainWaits(experiments, { looked, passing, changes: failure.policy.deviations })
      : []
  const places = placesOf(pair, looked, waits)
  return {
    explanation: { pair, sentence, executions: experiments.executions },
    execution: withoutWoken(looked),
    ...(found === null || passing === null ? {} : { nearestPassing: nearestOf(found, passing) }),
    ...(places.length === 0 ? {} : { places }),
    ...(waits.length === 0 ? {} : { waits }),
  }
}

const NOTHING = { pair: null, sentence: null }

const reasonOf = ({ crossing, flip, came }: Neighbour, looked: Execution): Pick<Explanation, 'pair' | 'sentence'> => ({
  pair: crossing.order === null ? null : pairOf(looked, crossing.order),
  sentence: sentenceOf(crossing, { looked, isLeftOut: flip.kind === 'left out', isWell: came === 'passes' }),
})

const nearestOf = ({ crossing: { changes, flipped } }: Neighbour, passing: Execution): NearestPassing => ({
  execution: withoutWoken(passing),
  flipped,
  changes,
})

/** Index of the first step after all that the verdict is about. */
const horizonOf = ({ execution, target }: ToExplain): number => {
  const steps = (target.verdict.events ?? []).map((n) => execution.history[n]?.step ?? Number.POSITIVE_INFINITY)
  return steps.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...steps)
}

/** Steps whose lines are told: those before the failure. */
const keysOf = ({ policy, execution: { steps } }: ToExplain, horizon: number): 'all' | readonly string[] => {
  if (steps.length <= LOOKED_AT_MOST) return 'all'
  const named = policy.deviations.flatMap((change) => (isHold(change) ? [change.hold, change.until] : [change.at, change.take]))
  return [
    ...named,
    ...steps
      .slice(0, horizon)
      .slice(-LOOKED_AT_MOST)
      .map(({ key }) => key),
  ]
}

/** Where it does not go the same way again, nothing is said of its lines. */
const lookAt = async (
  experiments: Experiments,
  { policy, execution }: ToExplain,
  keys: 'all' | readonly string[],
): Promise<Execution> => {
  const looked = await experiments.look(policy, keys)
  return looked.traceHash === execution.traceHash && experiments.judge(looked) === 'fails' ? looked : execution
}

/** Twice, the second time closely: it comes to the same, and goes the same way. */
const proven = async (
  experiments: Experiments,
  { crossing: { changes }, came }: Neighbour,
  keys: 'all' | readonly string[],
): Promise<Execution | null> => {
  const once = await experiments.recorded(changes)
  const again = await experiments.look(follow(changes), keys)
  const both = [once, again].every((execution) => experiments.judge(execution) === came)
  return both && once.traceHash === again.traceHash ? again : null
}

const isForEver = ({ end: { kind } }: Execution): boolean => kind === 'deadlock' || kind === 'stuck'

/** The pair's first, then where something was left open, or still waits. */
const placesOf = (pair: Explanation['pair'], { leftovers, end }: Execution, waits: readonly Wait[]): Place[] => {
  const ofPair = (pair ?? []).flatMap(({ at, until }) => [at, ...(until === null ? [] : [until])])
  const left = end.kind === 'completed' ? leftovers.filter(({ actor }) => !actor.startsWith('dispatcher')) : []
  const others = [...left, ...waits].flatMap(({ at }) => (at === undefined ? [] : [placeOf(at)]))
  const all = [...ofPair, ...others]
  return all.filter(({ file, line }, i) => all.findIndex((other) => other.file === file && other.line === line) === i)
}

const withoutWoken = ({ woken: _, ...execution }: Execution): Execution => execution
