// Passes of the shrinker and the one driver that runs them.
import type { Execution } from '../../core/execution.js'
import type { Change } from '../../core/policy.js'
import { compare, type Measures, switchesOf } from './simplicity.js'
import { written } from './written.js'

/** Changes of an otherwise calm schedule; holds and deviations count one each. */
export type Candidate = readonly Change[]

/** A candidate that fails, without what had no effect. */
export interface Failing {
  readonly changes: Candidate
  /** How simple it is, as far as an execution tells that was not recorded. */
  readonly measures: Measures
}

/** A candidate, written by key, and its execution, recorded. */
export interface Shown {
  readonly changes: Candidate
  readonly execution: Execution
}

/** Proposes candidates in the place of one that fails, the likeliest first; what is no simpler than that one is not followed. */
export type Pass = (best: Candidate, trial: Trial) => Iterable<Candidate> | AsyncIterable<Candidate>

export interface Trial {
  /** `null` unless the candidate fails the same way; `null` too once the trial may execute no more. */
  failing(candidate: Candidate): Promise<Failing | null>
  /** Its execution, recorded, whatever it comes to; `null` once the trial may execute no more. */
  look(candidate: Candidate): Promise<Execution | null>
  /** Executions that are left, long ones counting as several. */
  readonly left: number
}

/**
 * Follows each pass as far as it leads, all of them until none leads any further. Ends, because each step makes it simpler in an order
 * that has no endless descents: see `simplicity.ts`.
 */
export const drive = async (start: Failing, passes: readonly Pass[], trial: Trial): Promise<Failing> => {
  let best = start
  for (let before: Failing | null = null; before !== best && trial.left > 0; ) {
    before = best
    for (const pass of passes) best = await follow(pass, best, trial)
  }
  return best
}

const follow = async (pass: Pass, start: Failing, trial: Trial): Promise<Failing> => {
  let best = start
  for (let next: Failing | null = best; next !== null; ) {
    best = next
    next = await firstSimpler(pass(best.changes, trial), best, trial)
  }
  return best
}

const firstSimpler = async (
  candidates: Iterable<Candidate> | AsyncIterable<Candidate>,
  best: Failing,
  trial: Trial,
): Promise<Failing | null> => {
  for await (const candidate of candidates) {
    if (trial.left <= 0) return null
    if (candidate.length > best.changes.length) continue
    const failing = await trial.failing(candidate)
    if (failing !== null && (await isSimpler(failing, best, trial))) return failing
  }
  return null
}

/** Only where nothing else decides are the steps looked at. */
const isSimpler = async (a: Failing, b: Failing, trial: Trial): Promise<boolean> => {
  const order = compare(a.measures, b.measures)
  if (order !== 0) return order < 0
  const [left, right] = [await shown(a.changes, trial), await shown(b.changes, trial)]
  return left !== null && right !== null && compare(switchesOf(left), switchesOf(right)) < 0
}

export const shown = async (candidate: Candidate, trial: Trial): Promise<Shown | null> => {
  const execution = await trial.look(candidate)
  return execution === null ? null : { changes: written(candidate, execution), execution }
}

export const firstFailing = async (candidates: Iterable<Candidate>, trial: Trial): Promise<Failing | null> => {
  for (const candidate of candidates) {
    const failing = await trial.failing(candidate)
    if (failing !== null) return failing
  }
  return null
}

/** The same trial, for no more than `most` executions of it. */
export const limited = (trial: Trial, most: number): Trial => {
  const end = Math.max(0, trial.left - most)
  const isOver = (): boolean => trial.left <= end
  return {
    failing: async (candidate) => (isOver() ? null : trial.failing(candidate)),
    look: async (candidate) => (isOver() ? null : trial.look(candidate)),
    get left() {
      return trial.left - end
    },
  }
}
