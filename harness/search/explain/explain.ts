// Why an execution failed: the nearest one that passes, the two steps whose order decides, who waits for whom, and where. All of it comes
// of executions; what they do not prove is not said.
//
// Halving the way between a failing and a passing schedule is delta debugging of schedules (Choi, Zeller, "Isolating Failure-Inducing
// Thread Schedules", ISSTA 2002); here the way is that of one task among those that it overtakes, so its end is two neighbouring steps.
import type { Execution } from '../../core/execution.js'
import type { Explanation, NearestPassing, Place, Wait } from '../../core/explanation.js'
import { callsOf, type HistoryEvent } from '../../core/history.js'
import { follow, isHold, type Policy } from '../../core/policy.js'
import type { Closely } from '../../core/runtime.js'
import { carries } from '../../core/tokens.js'
import { toldData } from '../../core/told-data.js'
import type { Work } from '../executor.js'
import { type ReachMeans, reachOf, shownAt } from '../reach.js'
import type { Laboratory } from '../shrink/trial.js'
import type { Target } from '../target.js'
import { keyed, type Order } from './crossing.js'
import { createExperiments, type Experiments } from './experiments.js'
import { isSingle } from './flips.js'
import { type Neighbour, nearestNeighbour } from './nearest.js'
import { pairOf, placeOf } from './pair.js'
import { sentenceOf } from './sentence.js'
import { waitingOnData } from './struck.js'
import { type Lines, linesIn } from './told-line.js'
import { type Concern, type Concerns, closestOrder, concernedOrder, toldOrder } from './turned.js'
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
const LOOKED_AT_MOST = 2000
/** Steps around one that matters. */
const NEAR = 20

/** Deterministic: the same failure is explained in the same way, by the same number of executions (at most about 450). */
export const explain = async (laboratory: Laboratory, failure: ToExplain): Promise<Explained> => {
  const seen = { judge: laboratory.judge, target: failure.target }
  const experiments = createExperiments(laboratory, { ...failure, reach: reachOf(seen, failure.execution) })
  const horizon = shownAt(seen, failure.execution)?.step ?? Number.POSITIVE_INFINITY
  const keys = closelyOf(failure, horizon)
  const looked = await lookAt(experiments, failure, keys)
  const { folder } = laboratory.executor
  const lines = linesIn(looked, { folder })
  const found = await nearestNeighbour(experiments, { policy: failure.policy, looked, lines, horizon })
  const better = found === null ? null : await proven(experiments, found, keys)
  const concerned = concernedBy(seen, looked)
  const reason =
    found === null || better === null
      ? notFound(experiments, isDecidedBefore(looked, horizon))
      : reasonOf(found, { looked, passing: better, lines: linesIn(looked, { folder, beside: better }), concerned })
  const struck = { policy: failure.policy, looked, passing: better, found }
  const waiting = reason.decides === 'data' ? await waitingOnData(experiments, struck) : []
  const passing = found?.came === 'passes' ? better : null
  const waits =
    isForEver(looked) && failure.policy.pick === 'first'
      ? await explainWaits(experiments, { looked, passing, changes: failure.policy.deviations })
      : []
  const places = placesOf([...linesOf(reason.pair), ...waiting.map(({ at }) => at)], looked, waits)
  return {
    explanation: { ...reason, ...(waiting.length === 0 ? {} : { waiting }), executions: experiments.executions },
    execution: withoutWoken(looked),
    ...(found === null || passing === null ? {} : { nearestPassing: nearestOf(found, passing) }),
    ...(places.length === 0 ? {} : { places }),
    ...(waits.length === 0 ? {} : { waits }),
  }
}

type Reason = Pick<Explanation, 'decides' | 'pair' | 'sentence' | 'tried'>

/** Where not all could be tried, so many that fail say something. */
const TRIED_AT_LEAST = 20

/** That nothing decides is told where all that was tried fails too, or where there was nothing to try. */
const notFound = ({ allFail, over }: Experiments, isNothingToTry: boolean): Reason => {
  const isEnough = (tried: number): boolean => tried >= TRIED_AT_LEAST || (!over && (tried > 0 || isNothingToTry))
  const isShown = allFail !== null && isEnough(allFail)
  return { decides: isShown ? 'nothing' : null, pair: null, sentence: null, ...(isShown ? { tried: allFail } : {}) }
}

/** It has failed before the first step, or nothing is ever chosen. */
const isDecidedBefore = ({ answers }: Execution, horizon: number): boolean => horizon === 0 || answers.length === 0

/** Whose calls the verdict is about: it says so, or it names them or their tokens. */
const concernedBy = ({ judge, target }: ReachMeans, execution: Execution): Concern[] => {
  const { events = [], message = '' } = target.find(judge.notPassing(execution), execution) ?? {}
  const calls = callsOf(execution.history)
  const meant = new Set(events.map((n) => execution.history[n]?.call))
  const isNamed = ({ actor, token = '' }: HistoryEvent): boolean => carries(message, actor) || carries(message, token)
  const told = calls.filter(({ invoke }) => meant.has(invoke.call))
  return (told.length > 0 ? told : calls.filter(({ invoke }) => isNamed(invoke))).map(({ invoke, end }) => {
    const to = end === null ? Number.POSITIVE_INFINITY : end.step - 1
    // It begins in the step in which the one before it ends.
    return { actor: invoke.actor, from: Math.min(invoke.step, to), to }
  })
}

interface Both {
  /** The failing one, with its lines. */
  readonly looked: Execution
  readonly passing: Execution
  readonly lines: Lines
  readonly concerned: readonly Concern[]
}

const reasonOf = ({ crossing, flip, came }: Neighbour, { looked, passing, lines, concerned }: Both): Reason => {
  const { flipped } = crossing
  const { again = 0, kind } = flip
  const single = isSingle(flip)
  const isData = single && !isHold(flipped) && toldData(flipped) !== null
  // What changed places because other data was chosen is no order that was shown to decide.
  const isNone = isData && crossing.order === null
  const told = isNone ? null : orderOf({ failing: looked, passing, lines, concerned }, crossing.order, single || again > 0)
  const pair = told === null ? null : pairOf(looked, told, lines)
  // Of several choices one that no line tells is an accident of how the passing execution was drawn.
  if (!single && pair === null) return { decides: null, pair: null, sentence: null }
  // What came of the order was not turned by itself: it is the other way round in the execution that passes.
  const isTurned = isSameOrder(told, crossing.order)
  const facts = { looked, lines, isLeftOut: kind === 'left out', isSingle: single, again, isTurned, isWell: came === 'passes' }
  const sentence = sentenceOf({ ...crossing, order: told }, facts)
  return { decides: sentence === null ? null : isData ? 'data' : 'order', pair, sentence }
}

const isSameOrder = (one: Order | null, other: Order | null): boolean => one?.[0] === other?.[0] && one?.[1] === other?.[1]

/** Where several choices differ, the last of them is as good as any other: if two are at odds, it is what they do that is told. */
const orderOf = (both: Concerns, order: Order | null, isOneOrder: boolean): Order | null => {
  const closest = isOneOrder || new Set(both.concerned.map(({ actor }) => actor)).size < 2 ? null : closestOrder(both)
  const told = closest ?? toldOrder(both, order) ?? order
  return told === null ? null : concernedOrder(both, told, order)
}

const nearestOf = ({ crossing: { changes, flipped } }: Neighbour, passing: Execution): NearestPassing => ({
  execution: withoutWoken(passing),
  flipped: keyed(flipped, passing),
  changes: changes.map((change) => keyed(change, passing)),
})

/** Of a long execution: how it began, what comes before the failure, and what it deviates in. Who waits at its end must be seen whole. */
const closelyOf = ({ policy, execution }: ToExplain, horizon: number): Closely => {
  const { steps } = execution
  if (steps.length <= LOOKED_AT_MOST) return 'all'
  const named = policy.deviations.flatMap((change) => (isHold(change) ? [change.hold, change.until] : [change.at, change.take]))
  const end = Math.min(horizon, steps.length)
  if (isForEver(execution)) return [...named, ...steps.slice(Math.max(0, end - LOOKED_AT_MOST), end).map(({ key }) => key)]
  const keys = new Set(named)
  const places = steps.flatMap(({ key }, n) => (keys.has(key) ? [n] : []))
  return {
    ranges: [[0, LOOKED_AT_MOST / 2], [end - LOOKED_AT_MOST / 2, end], ...places.map((n) => [n - NEAR, n + NEAR] as const)],
  }
}

/** Where it does not go the same way again, nothing is said of its lines. */
const lookAt = async (experiments: Experiments, { policy, execution }: ToExplain, keys: Closely): Promise<Execution> => {
  const looked = await experiments.look(policy, keys)
  return looked.traceHash === execution.traceHash && experiments.judge(looked) === 'fails' ? looked : execution
}

/** Twice, the second time closely: it comes to the same, and goes the same way. */
const proven = async (
  experiments: Experiments,
  { crossing: { changes }, came }: Neighbour,
  keys: Closely,
): Promise<Execution | null> => {
  const once = await experiments.recorded(changes)
  const again = await experiments.look(follow(changes), keys)
  const both = [once, again].every((execution) => experiments.judge(execution) === came)
  return both && once.traceHash === again.traceHash ? again : null
}

const isForEver = ({ end: { kind } }: Execution): boolean => kind === 'deadlock' || kind === 'stuck'

const linesOf = (pair: Explanation['pair']): Place[] =>
  (pair ?? []).flatMap(({ at, until }) => [at, ...(until === null ? [] : [until])])

/** Those that decide first, then where something was left open, or still waits. */
const placesOf = (deciding: readonly Place[], { leftovers, end }: Execution, waits: readonly Wait[]): Place[] => {
  const left = end.kind === 'completed' ? leftovers.filter(({ actor }) => !actor.startsWith('dispatcher')) : []
  const others = [...left, ...waits].flatMap(({ at }) => (at === undefined ? [] : [placeOf(at)]))
  const all = [...deciding, ...others]
  return all.filter(({ file, line }, i) => all.findIndex((other) => other.file === file && other.line === line) === i)
}

const withoutWoken = ({ woken: _, ...execution }: Execution): Execution => execution
