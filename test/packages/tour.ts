// One program that uses a published package, under many schedules: every verdict other than a pass is a false alarm.
import '../../harness/register.js'
import { type World, worldBody } from '../../harness/callers/world.js'
import type { Execution } from '../../harness/core/execution.js'
import { callsOf, isNotDispatcher } from '../../harness/core/history.js'
import { calm } from '../../harness/core/policy.js'
import { defaultOracles } from '../../harness/oracles/index.js'
import { createNodeRuntime } from '../../harness/runtimes/node/index.js'
import { createExecutor } from '../../harness/search/executor.js'
import { explore } from '../../harness/search/explore.js'
import { createJudge } from '../../harness/search/verdicts.js'
import type { Strategy } from '../../harness/strategies/index.js'

export interface PackageProgram {
  /** The package, and what of it. */
  readonly name: string
  /**
   * Records its operations with `call`, three or more of them at the same time, each with a token that its answer must carry, and
   * closes all that it has opened.
   */
  body(world: World): Promise<void>
  /** Forgets what the package keeps at module level; before each execution. */
  readonly reset?: () => void
}

export interface Tour {
  readonly schedules: number
  /** Different interleavings among them. */
  readonly distinct: number
  /** That have ended well, in all schedules together. */
  readonly operations: number
  /** So many were under way at the same time, in the schedule with the most and in the one with the fewest. */
  readonly overlapping: { readonly most: number; readonly fewest: number }
  /** What the oracles said other than `pass`. */
  readonly alarms: readonly string[]
  /** The hash of each trace, in order. */
  readonly traces: readonly number[]
}

export interface TourOptions {
  readonly strategy: Strategy
  readonly schedules: number
  /** u32. */
  readonly seed: number
}

/** Rejects with a `HarnessError` where the package reaches what is not under control. */
export const tour = async (program: PackageProgram, { strategy, schedules, seed }: TourOptions): Promise<Tour> => {
  const oracles = defaultOracles()
  const { name: id, body, reset = () => {} } = program
  const executor = createExecutor({ id, bodyFor: () => worldBody(body), oracles, reset }, createNodeRuntime())
  const judge = createJudge(oracles)
  const work = executor.work({ callers: [], subjectSeed: seed })
  const traces: number[] = []
  const alarms: string[] = []
  let [operations, most, fewest] = [0, 0, Number.POSITIVE_INFINITY]
  const seen = (execution: Execution): boolean => {
    const overlapping = overlappingIn(execution)
    traces.push(execution.traceHash)
    operations += callsOf(execution.history).filter(({ end }) => end?.type === 'ok').length
    most = Math.max(most, overlapping)
    fewest = Math.min(fewest, overlapping)
    for (const { oracle, message } of judge.notPassing(execution)) alarms.push(`schedule ${traces.length}: ${oracle}: ${message}`)
    return false
  }
  // Lazy initialisation makes the first execution unlike the others: every search discards one.
  await executor.run(work, calm, false)
  await explore(executor, work, { strategy, seed, most: schedules, mayGoOn: () => true, seen })
  return { schedules: traces.length, distinct: new Set(traces).size, operations, overlapping: { most, fewest }, alarms, traces }
}

const overlappingIn = ({ history }: Execution): number => {
  const open = new Set<number>()
  let most = 0
  for (const { actor, call, type } of history) {
    if (!isNotDispatcher(actor)) continue
    if (type === 'invoke') open.add(call)
    else open.delete(call)
    most = Math.max(most, open.size)
  }
  return most
}
