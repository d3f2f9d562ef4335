// Looks for the nearest neighbour of a failing execution that passes.
import type { Execution } from '../../core/execution.js'
import { isHold, type Policy } from '../../core/policy.js'
import { type Crossing, crossingOf, partingOf } from './crossing.js'
import { drawnFlip } from './drawn.js'
import type { Came, Experiments } from './experiments.js'
import { type Flip, isSingle, leftOut, putIn } from './flips.js'
import { repeatedFlips } from './repeated.js'
import type { Lines } from './told-line.js'
import { turnedFlips } from './turned.js'

export interface Neighbour {
  readonly flip: Flip
  readonly crossing: Crossing
  /** What it comes to: `passes`, or where none does, `spared`. */
  readonly came: Came
}

export interface FailingSide {
  readonly policy: Policy
  /** With the lines of its steps. */
  readonly looked: Execution
  readonly lines: Lines
  /** Index of the first step after all that the verdict is about. */
  readonly horizon: number
}

/** Executions that are spent on a nearer neighbour once one is known. */
const NEARER_AT_MOST = 60
/** And where none is. */
const FIRST_AT_MOST = 60
/** And on orders that came about several times. */
const REPEATED_AT_MOST = 40
/** And on the orders that came of data. */
const ORDERS_AT_MOST = 40

/**
 * First without one of the changes, then, as far as that is worth it, one that parts later. Where the failing execution is drawn and cannot
 * be told by changes, nothing is known of its neighbours: `null`, as where none of them is better.
 */
export const nearestNeighbour = async (experiments: Experiments, failing: FailingSide): Promise<Neighbour | null> => {
  const { policy, looked, lines, horizon } = failing
  const { deviations: base } = policy
  if (policy.pick !== 'first' || (await experiments.comesTo(base)) !== 'fails') return null
  const without = await best(experiments, leftOut(base))
  const isKnown = without?.came === 'passes'
  const after = isKnown ? partingOf(looked, await experiments.recorded(without.flip.changes)) : -1
  const others = putIn(base, looked, { before: horizon, after })
  const nearer = await best(experiments, others, isKnown ? NEARER_AT_MOST : FIRST_AT_MOST)
  const single = [nearer, without].find((each) => each?.came === 'passes')
  const several = single === undefined ? await severalAway(experiments, failing) : null
  const first = single ?? several ?? nearer ?? without
  if (first === null) return null
  const found = (await byOrder(experiments, failing, first)) ?? first
  const passing = await experiments.recorded(found.flip.changes)
  const sides = { failing: looked, flip: found.flip, passing, goal: found.came, lines }
  return { ...found, crossing: await crossingOf(experiments, sides) }
}

/** Where no single choice away is an execution that passes. */
const severalAway = async (experiments: Experiments, { policy, looked, lines, horizon }: FailingSide): Promise<Found | null> => {
  const repeated = repeatedFlips(policy.deviations, { looked, lines }, { before: horizon, after: -1 })
  const found = await best(experiments, repeated, REPEATED_AT_MOST)
  if (found?.came === 'passes') return found
  const drawn = await drawnFlip(experiments, policy.deviations)
  return drawn === null ? null : { flip: drawn, came: 'passes' }
}

/** Data, or several choices, may matter for an order of two steps alone. */
const byOrder = async (experiments: Experiments, failing: FailingSide, { flip }: Found): Promise<Found | null> => {
  if (isHold(flip.flipped) && isSingle(flip)) return null
  const { looked, lines, policy } = failing
  const passing = await experiments.recorded(flip.changes)
  const found = await best(experiments, turnedFlips({ failing: looked, passing, lines }, policy.deviations), ORDERS_AT_MOST)
  return found?.came === 'passes' ? found : null
}

type Found = Omit<Neighbour, 'crossing'>

/** The first that passes; where none does, the first that is spared the failure. */
const best = async (experiments: Experiments, flips: Iterable<Flip>, most = Number.POSITIVE_INFINITY): Promise<Found | null> => {
  const until = experiments.executions + most
  let spared: Flip | null = null
  for (const flip of flips) {
    if (experiments.over || experiments.executions >= until) break
    const came = await experiments.comesTo(flip.changes)
    if (came === 'passes') return { flip, came }
    if (came === 'spared') spared ??= flip
  }
  return spared === null ? null : { flip: spared, came: 'spared' }
}
