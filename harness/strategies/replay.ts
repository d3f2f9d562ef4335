// Strategy: one given policy, once.
import type { Policy } from '../core/policy.js'
import type { Strategy } from './strategy.js'

/** Follows `policy` in one execution: what a token holds. */
export const replay = (policy: Policy): Strategy => ({
  name: 'replay',
  draws: false,
  series: () => {
    let left: Policy | null = policy
    return {
      next: () => {
        const next = left
        left = null
        return next
      },
      learn: () => {},
    }
  },
})
