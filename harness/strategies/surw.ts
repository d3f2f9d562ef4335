// Strategy: the selectively uniform random walk. Every interleaving is about as likely as every other one.
import { calm } from '../core/policy.js'
import { stream } from '../core/random.js'
import type { Strategy } from './strategy.js'

const SALT = 0x73757277

/**
 * SURW: Zhao, Wolff, Mathur, Roychoudhury, "Selectively Uniform Concurrency Testing", ASPLOS 2025. An actor is drawn in
 * proportion to the steps that it has left, so that all interleavings of sequences of those lengths are equally likely; a
 * walk that draws evenly favours those in which the short ones come early.
 *
 * Departures: every step counts, not a drawn subset of interesting ones (the paper's "selective"); the lengths are those of
 * the first execution, which is the calm one; an actor that is started later weighs from the start on (the paper lends its
 * weight to its parent until then); a step taken where there was nothing to choose does not lessen a weight, and a weight never
 * falls below 1; an actor with several tasks ready draws evenly among them.
 */
export const surw = (): Strategy => ({
  name: 'surw',
  draws: true,
  series: (seed) => {
    const seeds = stream(seed, SALT)
    let weights: Readonly<Record<string, number>> | null = null
    return {
      next: () => (weights === null ? calm : { seed: seeds(), deviations: [], pick: 'weighted', weights }),
      learn: ({ stepsByActor }) => {
        weights ??= stepsByActor
      },
    }
  },
})
