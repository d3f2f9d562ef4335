// One series of policies on one workload: the inner loop of every search. It keeps nothing and allocates next to nothing.
import type { Execution } from '../core/execution.js'
import type { Policy } from '../core/policy.js'
import { mix } from '../core/random.js'
import { type FlatPrefix, policyOf } from '../strategies/prefix.js'
import type { Claim, Series, Strategy, Summary } from '../strategies/strategy.js'
import type { Executor, Work } from './executor.js'
import type { Part } from './share.js'

export interface ExploreOptions {
  readonly strategy: Strategy
  /** Of the series; u32. */
  readonly seed: number
  /** Executions at most. */
  readonly most: number
  /** Which part of a series that was taken apart it is. Default: it is all of it. */
  readonly part?: Part | undefined
  /** Asked before each execution. */
  mayGoOn(): boolean
  /** Told of each execution; `true` ends the series. */
  seen(execution: Execution, policy: Policy, by: Strategy): boolean
  /** Runs between two executions where it has something to do. */
  between?(): Promise<void> | undefined
}

/** Resolves with what the strategy claims to have shown. The first execution is recorded: it is the profile that strategies learn from. */
export const explore = async (executor: Executor, work: Work, options: ExploreOptions): Promise<Claim | null> => {
  const { strategy, most } = options
  const series = seriesOf(options)
  const { runMany } = executor
  if (runMany !== undefined && strategy.draws) return exploreAhead(series, { executor, runMany, work, options })
  for (let i = 0; i < most && options.mayGoOn(); i++) {
    const policy = series.next()
    if (policy === null) break
    const execution = await executor.run(work, policy, i === 0)
    series.learn(summaryOf(policy, execution, i === 0))
    if (options.seen(execution, policy, series.by?.() ?? strategy)) break
    const pending = options.between?.()
    if (pending !== undefined) await pending
  }
  return series.claim?.() ?? null
}

interface Ahead {
  readonly executor: Executor
  readonly runMany: NonNullable<Executor['runMany']>
  readonly work: Work
  readonly options: ExploreOptions
}

/** Policies that are drawn before the first of them is executed: what a strategy learns of them comes too late for the others. */
const AHEAD = 50

/** The same, where asking for each execution would cost something. What comes after the end of the series was for nothing. */
const exploreAhead = async (series: Series, { executor, runMany, work, options }: Ahead): Promise<Claim | null> => {
  const { strategy, most } = options
  const drawn: { readonly policy: Policy; readonly by: Strategy }[] = []
  let executed = 0
  const draw = (count: number): void => {
    while (drawn.length < count) {
      const policy = series.next()
      if (policy === null) return
      drawn.push({ policy, by: series.by?.() ?? strategy })
    }
  }
  const isLast = (execution: Execution): boolean => {
    const { policy, by } = drawn.shift() as (typeof drawn)[number]
    series.learn(summaryOf(policy, execution, executed++ === 0))
    return options.seen(execution, policy, by)
  }
  while (executed < most && options.mayGoOn()) {
    draw(executed === 0 ? 1 : Math.min(AHEAD, most - executed))
    const policies = drawn.map(({ policy }) => policy)
    const [first] = policies
    if (first === undefined) break
    for (const execution of executed === 0 ? [await executor.run(work, first, true)] : await runMany(work, policies)) {
      if (isLast(execution)) return series.claim?.() ?? null
      await options.between?.()
    }
  }
  return series.claim?.() ?? null
}

const PART = 5

const seriesOf = ({ strategy, seed, most, part }: ExploreOptions): Series => {
  if (part === undefined) return strategy.series(seed, Number.isFinite(most) ? most : undefined)
  const { nth, length, prefixes } = part
  if (prefixes !== undefined) return listed(prefixes)
  return strategy.part?.(seed, length, nth) ?? strategy.series(nth === 0 ? seed : mix(seed, nth, PART), length)
}

/** What to visit is known; what the visits bring is for others. */
const listed = (prefixes: readonly FlatPrefix[]): Series => {
  let taken = 0
  return {
    next: () => {
      const prefix = prefixes[taken++]
      return prefix === undefined ? null : policyOf(prefix)
    },
    learn: () => {},
  }
}

/** It ended at a limit, or something escaped control. */
export const isIncomplete = ({ end, stats, escapes }: Execution): boolean =>
  end.kind === 'limit' || end.kind === 'out-of-control' || stats.nativeUncontrolled || escapes.length > 0

const summaryOf = (policy: Policy, execution: Execution, first: boolean): Summary => {
  const { answers, stats } = execution
  return {
    policy,
    answers,
    steps: stats.steps,
    stepsByActor: stats.stepsByActor,
    taskKeys: first ? execution.steps.map(({ key }) => key) : null,
    incomplete: isIncomplete(execution),
  }
}
