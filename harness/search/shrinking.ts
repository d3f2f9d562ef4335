// A finding on its way to a counterexample: smaller workloads first, as whoever draws them offers them.
import { mix } from '../core/random.js'
import type { DrawnWorkload, Workload } from '../core/workload.js'
import { real } from '../runtimes/node/kernel/real.js'
import type { Facts } from './counterexample.js'
import type { Failure } from './failure.js'
import type { Finding } from './finding.js'
import type { Ground } from './hunt.js'
import { DEFAULT_SHRINK_AT_MOST } from './options.js'
import { seriesSeed } from './series-seed.js'
import { createWorkloadShrinker } from './shrink/shrink-workload.js'
import { type AttemptsOptions, createAttempts } from './shrink/trial.js'
import { createTarget } from './target.js'

const SMALLER = 0x736d616c
/** Of the allowance: smaller workloads may be offered without end, and the schedule is to be made small as well. */
const KEPT_FOR_SCHEDULE = 0.5

export interface Shrinking {
  readonly failure: Failure
  /** The first failure of another kind that was met on the way, as it was met. */
  readonly other: Finding | null
  /** No smaller workload is tried any more. */
  readonly over: boolean
  /** Whether a smaller workload fails the same way. */
  fails(workload: Workload): Promise<boolean>
  /** `drawn`: what draws the smallest workload again. */
  facts(drawn: DrawnWorkload | null): Facts
}

export const createShrinking = (ground: Ground, finding: Finding): Shrinking => {
  const { subject, options, executor, judge, wanted, schedules } = ground
  const { shrinkAtMost = DEFAULT_SHRINK_AT_MOST, strategy, seed, signal } = options
  const { seedOf, single } = subject.workloads
  const target = createTarget(finding.verdict, finding.race, wanted.raceOf)
  const { policy, traceHash } = finding
  const failure: Failure = { work: executor.work(finding.workload), policy, target, traceHash }
  let other: Finding | null = null
  const onOther: AttemptsOptions['onOther'] = (verdicts, { work, policy, execution }) => {
    const [verdict] = verdicts.filter(({ outcome }) => outcome === 'fail')
    if (other !== null || verdict === undefined) return
    const { traceHash } = execution
    const race = wanted.raceOf(verdict, execution)
    const after = executions()
    other = {
      ...{ workload: work.workload, policy, verdict, race, traceHash },
      scheduleNumber: finding.scheduleNumber + after,
      foundMs: finding.foundMs + real.performanceNow() - sinceMs,
      strategy: 'shrink',
      metWhileShrinking: after,
    }
  }
  const attemptsAtMost = (atMost: number) => createAttempts({ executor, judge }, { target, atMost, signal, onOther })
  const attempts = attemptsAtMost(shrinkAtMost)
  const isOneAccount = seedOf === undefined
  // Where workloads fail by themselves, whoever draws them decides how many are tried.
  const ofWorkloads = isOneAccount
    ? attempts.leaving(Math.floor(shrinkAtMost * KEPT_FOR_SCHEDULE))
    : attemptsAtMost(Number.POSITIVE_INFINITY)
  const executions = (): number => attempts.executions + (isOneAccount ? 0 : ofWorkloads.executions)
  const sinceMs = real.performanceNow()
  const shrinker = createWorkloadShrinker({ executor, judge }, failure, {
    attempts: ofWorkloads,
    strategy,
    seedOf: (workload, tried) => (seedOf === undefined ? mix(seed, tried, SMALLER) : seriesSeed(seed, seedOf(workload))),
    inherits: seedOf === undefined,
    schedules: Number.isFinite(schedules) ? schedules : 1,
  })
  const { id, variant } = subject
  const { runtime, model } = executor
  return {
    failure,
    get other() {
      return other
    },
    get over() {
      return isOneAccount ? ofWorkloads.over : attempts.over
    },
    fails: (workload) => shrinker.fails(workload),
    facts: (drawn) => ({
      finding,
      failure,
      smallest: shrinker.failure,
      attempts,
      sinceMs,
      token: {
        format: 1,
        id,
        ...(variant === undefined ? {} : { variant }),
        runtime,
        model,
        ...(drawn === null || single ? {} : { drawn: { seed: drawn.seed, path: drawn.path } }),
      },
      confirmFresh: options.confirmFresh,
      signal,
      explains: options.explains,
    }),
  }
}
