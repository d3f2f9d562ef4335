// Strategy: partial order sampling. Every task has a priority of its own, drawn anew where it races with what was taken.
import { stream } from '../core/random.js'
import type { Strategy } from './strategy.js'

const SALT = 0x706f73

/**
 * POS: Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", CAV 2018. The ready task of the highest priority runs; the
 * priorities of those that race with it are drawn again. One task that is late for k steps costs 1/(k + 1), not 2^-k.
 *
 * Departures: a priority is a hash of the task's stable key, so that it does not move while the rest of the program shrinks; an
 * access that is not known counts as no race (as a race with everything it would make POS a random walk), which is the paper's
 * BasicPOS for those tasks.
 */
export const pos = (): Strategy => ({
  name: 'pos',
  draws: true,
  series: (seed) => {
    const seeds = stream(seed, SALT)
    return {
      next: () => ({ seed: seeds(), deviations: [], pick: 'priority', over: 'option', changeAt: [], redrawOnClash: true }),
      learn: () => {},
    }
  },
})
