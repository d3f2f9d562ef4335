// Changes as they are written: names for the cache, and deviations by key.
import type { Execution } from '../../core/execution.js'
import { type Change, type Deviation, isHold } from '../../core/policy.js'
import type { Candidate } from './pass.js'

export const nameOf = (candidate: Candidate): string => JSON.stringify(candidate.map(partsOf))

/** What is followed by key is the same wherever it was met before. */
const partsOf = (change: Change): readonly unknown[] => {
  if (isHold(change)) return [change.hold, change.until]
  return change.at === '' ? [change.step, change.index] : [change.at, change.nth, change.take]
}

/** Changes that come back from a worker thread are copies: they are told by what they say. */
export const without = (candidate: Candidate, some: readonly Change[]): Candidate => {
  if (some.length === 0) return candidate
  const names = new Set(some.map((change) => nameOf([change])))
  return candidate.filter((change) => !names.has(nameOf([change])))
}

/** Deviations by key, with the steps and indices at which the recorded execution meets them. */
export const written = (candidate: Candidate, { deviations }: Execution): Candidate => {
  const recorded = deviations.filter((change): change is Deviation => !isHold(change))
  return candidate.map((change) => {
    if (isHold(change)) return change
    return recorded.find((each) => (change.at === '' ? each.step === change.step : isSamePlace(each, change))) ?? change
  })
}

const isSamePlace = (a: Deviation, b: Deviation): boolean => a.at === b.at && a.nth === b.nth
