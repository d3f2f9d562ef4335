// How a search is cut: numbered shares, each of which can be done by itself, in any process, on any machine.
import { mix } from '../core/random.js'
import type { BudgetSpec } from './budget.js'

/** Drawn from the search's seed and its own number alone, so that nothing about it depends on who does which. */
export interface Share {
  /** From 0. What a search comes to is what its shares come to, in this order. */
  readonly number: number
  /** Executions at most; `null` where only the clock ends it. */
  readonly most: number | null
}

/** Executions of a share: few enough to spread a small search, enough that handing out shares costs nothing beside them. */
const EXECUTIONS = 120

const SALT = 3

export interface CutOptions {
  readonly budget: BudgetSpec
  /** Schedules of one generated workload. */
  readonly schedules: number
  /** It cannot be taken apart: one share has all of the budget. */
  readonly whole: boolean
}

/** The shares of a search, by number; `null` beyond the last one. Where time is the budget there is no last one. */
export type Cut = (number: number) => Share | null

export const cutOf = ({ budget, schedules, whole }: CutOptions): Cut => {
  const all = 'ms' in budget ? null : budget.executions
  if (whole) return (number) => (number === 0 ? { number, most: all } : null)
  const size = Math.max(1, Math.floor(EXECUTIONS / schedules)) * schedules
  return (number) => {
    if (all === null) return { number, most: size }
    const most = Math.min(size, all - number * size)
    return most > 0 ? { number, most } : null
  }
}

/** The first share draws with the seed of the search itself. */
export const seedOf = (seed: number, { number }: Share): number => (number === 0 ? seed : mix(seed, number, SALT))
