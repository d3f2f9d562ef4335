// Strategy: probabilistic concurrency testing. Strict priorities over lanes, and a few points at which the running one falls behind.
import { calm } from '../core/policy.js'
import { below, stream } from '../core/random.js'
import type { Strategy, Summary } from './strategy.js'

const SALT = 0x706374

export interface PctOptions {
  /** The depth of the bugs that are looked for: ordering constraints that suffice for one; 1 has no change points. Default 3. */
  readonly depth?: number
}

/**
 * PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs",
 * ASPLOS 2010. With n threads and k steps an execution shows a bug of depth d with probability at least 1 / (n * k^(d-1)).
 *
 * A thread is an actor's lane, because a timer and I/O of one actor can be ordered by themselves. Departures: k is not a bound
 * known beforehand but the places of the longest execution so far (the first is the calm one, the profile), and change points
 * are drawn among the places where tasks were chosen between; elsewhere there is nothing to change.
 */
export const pct = ({ depth = 3 }: PctOptions = {}): Strategy => ({
  name: 'pct',
  draws: true,
  series: (seed) => {
    const draw = stream(seed, SALT)
    let places: readonly number[] | null = null
    let longest = -1
    const change = (): number => (places === null || places.length === 0 ? 0 : (places[below(draw(), places.length)] as number))
    return {
      next: () => {
        if (places === null) return calm
        const changeAt = Array.from({ length: depth - 1 }, change)
        return { seed: draw(), deviations: [], pick: 'priority', over: 'lane', changeAt, redrawOnClash: false }
      },
      learn: (summary) => {
        if (summary.answers.length <= longest) return
        longest = summary.answers.length
        places = placesOf(summary)
      },
    }
  },
})

const placesOf = ({ answers }: Summary): number[] => answers.filter(({ kind }) => kind === 'run').map(({ step }) => step)
