// How a search is cut: numbered shares, each of which can be done by itself, in any process, on any machine.
import { mix } from '../core/random.js'
import type { FlatPrefix } from '../strategies/prefix.js'
import type { BudgetSpec } from './budget.js'

/** Drawn from the search's seed and its own number alone, so that nothing about it depends on who does which. */
export interface Share {
  /** From 0. What a search comes to is what its shares come to, in this order. */
  readonly number: number
  /** Executions at most; `null` where only the clock ends it. */
  readonly most: number | null
  /** It is a part of the schedules of one workload. Absent: it has workloads of its own, each with all of its schedules. */
  readonly part?: Part
}

/** Where a workload has more schedules than a share has executions, they are spread over shares. */
export interface Part {
  /** From 0: the workload is that of the share of this number, had it not been taken apart. */
  readonly workload: number
  /** From 0. Of an enumeration: how many deviations its schedules have. */
  readonly nth: number
  /** Schedules of each part; the last one may have fewer. */
  readonly length: number
  /** Of an enumeration: the schedules. */
  readonly prefixes?: readonly FlatPrefix[]
}

/** Executions of a share: few enough to spread a small search, enough that handing out shares costs nothing beside them. */
export const EXECUTIONS = 120

const SALT = 3

export interface CutOptions {
  readonly budget: BudgetSpec
  /** Schedules of one generated workload. */
  readonly schedules: number
  /** The strategy draws: a part of its schedules of a workload is as good as any other. */
  readonly draws: boolean
  /** It cannot be taken apart: one share has all of the budget. */
  readonly whole: boolean
}

/** The shares of a search, by number; `null` beyond the last one. Where time is the budget there is no last one. */
export type Cut = (number: number) => Share | null

/** One machine's part of a search over several. */
export interface Shard {
  /** From 1 to `of`. */
  readonly index: number
  readonly of: number
}

export const WHOLE: Shard = { index: 1, of: 1 }

export const cutOf = ({ budget, schedules, draws, whole }: CutOptions): Cut => {
  const all = 'ms' in budget ? null : budget.executions
  if (whole) return (number) => (number === 0 ? { number, most: all } : null)
  if (draws && schedules > EXECUTIONS) return inParts(schedules, all)
  const size = Math.max(1, Math.floor(EXECUTIONS / schedules)) * schedules
  return (number) => {
    if (all === null) return { number, most: size }
    const most = Math.min(size, all - number * size)
    return most > 0 ? { number, most } : null
  }
}

/** Whatever the budget: a part is the same in a search that goes on for longer. */
const inParts = (schedules: number, all: number | null): Cut => {
  const parts = Math.ceil(schedules / EXECUTIONS)
  return (number) => {
    const workload = Math.floor(number / parts)
    const nth = number % parts
    const before = nth * EXECUTIONS
    const left = all === null ? EXECUTIONS : all - workload * schedules - before
    const most = Math.min(EXECUTIONS, schedules - before, left)
    return most > 0 ? { number, most, part: { workload, nth, length: EXECUTIONS } } : null
  }
}

/** How many workloads an enumeration has, and how many schedules of each. */
export interface Allowance {
  /** Infinite where time is the budget. */
  readonly workloads: number
  /** From 0. */
  of(workload: number): number
}

/** What one workload does not need goes to no other: so everybody knows what each may have. */
export const allowanceOf = ({ budget, schedules }: Pick<CutOptions, 'budget' | 'schedules'>): Allowance => {
  const all = 'ms' in budget ? Number.POSITIVE_INFINITY : budget.executions
  return { workloads: Math.ceil(all / schedules), of: (workload) => Math.max(0, Math.min(schedules, all - workload * schedules)) }
}

/** The first share draws with the seed of the search itself. */
export const seedOf = (seed: number, { number, part }: Share): number => {
  const nth = part?.workload ?? number
  return nth === 0 ? seed : mix(seed, nth, SALT)
}
