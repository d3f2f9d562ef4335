// Shares that have found something and wait to hear whether it counts: a lower one may still find something before.
import type { Plan, Share } from '../../search/index.js'

export interface Undecided {
  /** Resolves once it is known, with whether it is what the search has found. */
  wait(share: Share): Promise<boolean>
  /** Nobody waits for it any more. */
  forget(share: Share): void
  /** Something has changed: tells those of whom it is known now. */
  decide(plan: Plan): void
}

interface Waiting {
  readonly share: Share
  readonly tell: (isFinal: boolean) => void
}

export const createUndecided = (): Undecided => {
  const waiting = new Set<Waiting>()
  return {
    wait: (share) => new Promise((tell) => void waiting.add({ share, tell })),
    forget: (share) => {
      for (const each of waiting) if (each.share === share) waiting.delete(each)
    },
    decide: (plan) => {
      for (const each of waiting) {
        const isEnd = plan.end?.share === each.share.number
        if (isEnd && !plan.isSettledBelow(each.share)) continue
        waiting.delete(each)
        each.tell(isEnd)
      }
    },
  }
}
