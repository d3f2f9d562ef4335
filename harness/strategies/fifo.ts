// Strategy: the calmest schedule, once. What the real system would do by default.
import { calm } from '../core/policy.js'
import type { Strategy } from './strategy.js'

/** One execution with option 0 everywhere. The baseline, and the profile of every other strategy. */
export const fifo = (): Strategy => ({
  name: 'fifo',
  draws: false,
  series: () => {
    let done = false
    return {
      next: () => {
        if (done) return null
        done = true
        return calm
      },
      learn: () => {},
    }
  },
})
