// What strategies that end by themselves have shown, over all workloads of a search.
import type { Claim } from '../strategies/strategy.js'

export interface Claims {
  /** What one series says; `null` where its strategy claims nothing. */
  add(claim: Claim | null): void
  /** `null` where no strategy claims anything. `model`: the id of the loop model, without which a claim means nothing. */
  sentence(model: string): string | null
}

export const createClaims = (): Claims => {
  let series = 0
  let complete = 0
  let last: string | null = null
  return {
    add: (claim) => {
      series++
      if (claim === null) return
      last = claim.sentence
      if (claim.complete) complete++
    },
    sentence: (model) => {
      if (last === null) return null
      const of = `under model ${model}, a step being what runs between two awaits or events`
      if (series === 1) return `${last}, ${of}`
      return `complete for ${complete} of ${series} workloads (the last: ${last}), ${of}`
    },
  }
}
