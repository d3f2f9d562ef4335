// Passes of the shrinker and the one driver that runs them.
import type { Execution } from '../../core/execution.js'
import type { Change } from '../../core/policy.js'
import { isSimpler, type Measures } from './simplicity.js'

/** Changes of an otherwise calm schedule; holds and deviations count one each. */
export type Candidate = readonly Change[]

/** A candidate that fails, written by key, and how simple it is. */
export interface Failing {
  readonly changes: Candidate
  readonly measures: Measures
}

/** What a pass sees of it: its execution too, recorded. */
export interface Shown {
  readonly changes: Candidate
  readonly execution: Execution
}

/** Proposes candidates in the place of one that fails, the likeliest first; what is no simpler than that one is not followed. */
export type Pass = (best: Shown, trial: Trial) => Iterable<Candidate> | AsyncIterable<Candidate>

export interface Trial {
  /** `null` unless the candidate fails the same way; `null` too once the trial may execute no more. */
  failing(candidate: Candidate): Promise<Failing | null>
  /** Its execution, recorded, whatever it comes to; `null` once the trial may execute no more. */
  look(candidate: Candidate): Promise<Execution | null>
  /** Executions that are left. */
  readonly left: number
}

/**
 * Follows each pass as far as it leads, all of them until none leads any further. Ends, because each step makes it simpler in an order
 * that has no endless descents: see `simplicity.ts`.
 */
export const drive = async (start: Failing, passes: readonly Pass[], trial: Trial): Promise<Failing> => {
  let best = start
  for (let before: Failing | null = null; before !== best; ) {
    before = best
    for (const pass of passes) best = await follow(pass, best, trial)
  }
  return best
}

const follow = async (pass: Pass, start: Failing, trial: Trial): Promise<Failing> => {
  let best = start
  for (let next: Failing | null = best; next !== null; ) {
    best = next
    const execution = await trial.look(best.changes)
    next = execution === null ? null : await firstSimpler(pass({ changes: best.changes, execution }, trial), best, trial)
  }
  return best
}

const firstSimpler = async (
  candidates: Iterable<Candidate> | AsyncIterable<Candidate>,
  best: Failing,
  trial: Trial,
): Promise<Failing | null> => {
  for await (const candidate of candidates) {
    if (candidate.length > best.changes.length) continue
    const failing = await trial.failing(candidate)
    if (failing !== null && isSimpler(failing.measures, best.measures)) return failing
  }
  return null
}

export const firstFailing = async (candidates: Iterable<Candidate>, trial: Trial): Promise<Failing | null> => {
  for (const candidate of candidates) {
    const failing = await trial.failing(candidate)
    if (failing !== null) return failing
  }
  return null
}
