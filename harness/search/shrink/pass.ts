// Passes of the shrinker and the one driver that runs them.
import type { Change } from '../../core/policy.js'

/** Changes of an otherwise calm schedule; holds and deviations count one each. */
export type Candidate = readonly Change[]

/** Proposes simpler candidates, the boldest first. Each must be simpler in an order that ends, so that following them does. */
export type Pass = (candidate: Candidate) => Iterable<Candidate>

export interface Trial {
  /** Whether the candidate fails the same way; `false` once the trial may execute no more. */
  fails(candidate: Candidate): Promise<boolean>
}

/** Follows each pass as far as it leads, all of them until none leads any further. */
export const drive = async (start: Candidate, passes: readonly Pass[], trial: Trial): Promise<Candidate> => {
  let best = start
  for (let before: Candidate | null = null; before !== best; ) {
    before = best
    for (const pass of passes) best = await follow(pass, best, trial)
  }
  return best
}

const follow = async (pass: Pass, start: Candidate, trial: Trial): Promise<Candidate> => {
  let best = start
  for (let next: Candidate | null = best; next !== null; ) {
    best = next
    next = await firstThatFails(pass(best), trial)
  }
  return best
}

export const firstThatFails = async (candidates: Iterable<Candidate>, trial: Trial): Promise<Candidate | null> => {
  for (const candidate of candidates) if (await trial.fails(candidate)) return candidate
  return null
}
