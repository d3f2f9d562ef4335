// Draws for a process that no schedule governs: from a seed, by the name of the choice and how often it came before.
import { below, hashText, mix } from '../../core/random.js'
import type { Choose } from '../../dispatchers/choose.js'

/** Delays are drawn evenly; a fault strikes in half of the cases. The n-th choice of a name does not depend on the other names. */
export const seededChoose = (seed: number): Choose => {
  const counts = new Map<string, number>()
  return (kind, what, options) => {
    const nth = (counts.get(what) ?? 0) + 1
    counts.set(what, nth)
    const draw = mix(mix(seed, hashText(what), 0), nth, 1)
    if (kind === 'delay') return below(draw, options.length)
    return draw < 0x80000000 ? 0 : 1 + below(mix(draw, nth, 2), options.length - 1)
  }
}
