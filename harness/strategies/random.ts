// Strategy: the random walk. Every choice is drawn evenly, with no memory.
import { stream } from '../core/random.js'
import type { Strategy } from './strategy.js'

const SALT = 0x72616e64

export interface RandomOptions {
  /** Probability with which the running actor goes on, 0 to 1; the rest is drawn evenly. Default 0. */
  readonly stay?: number
}

/**
 * Draws every choice evenly. A bug that needs one particular answer at each of n places with two options shows in an execution
 * with probability 2^-n, so it finds what needs few steps and misses what needs one task to be late for long.
 */
export const random = ({ stay = 0 }: RandomOptions = {}): Strategy => ({
  name: 'random',
  draws: true,
  series: (seed) => {
    const seeds = stream(seed, SALT)
    const threshold = Math.min(0xffffffff, Math.round(stay * 2 ** 32))
    return { next: () => ({ seed: seeds(), deviations: [], pick: 'uniform', stay: threshold }), learn: () => {} }
  },
})
