// Candidates on one workload: none is executed twice, nor one that comes to the same as another.
import type { Execution } from '../../core/execution.js'
import { type Change, type Deviation, follow, isHold, type Policy } from '../../core/policy.js'
import type { Candidate, Failing, Trial } from './pass.js'
import { measuresOf } from './simplicity.js'

export interface Tried {
  readonly execution: Execution
  /** With the oracle and the symptom that are followed. */
  readonly fails: boolean
}

export interface TrialMeans {
  /** `null` once nothing more may be executed. */
  run(policy: Policy, record: boolean): Promise<Tried | null>
  left(): number
}

/** Recorded executions have all their steps, so only the last ones are kept. */
const LOOKS_KEPT = 8

export const createTrial = ({ run, left }: TrialMeans): Trial => {
  const known = new Map<string, Failing | null>()
  const looks = new Map<string, Execution>()

  const learn = (candidates: readonly Candidate[], failing: Failing | null): Failing | null => {
    for (const candidate of candidates) known.set(nameOf(candidate), failing)
    return failing
  }
  const record = async (candidate: Candidate): Promise<Tried | null> => {
    const tried = await run(follow(candidate), true)
    if (tried === null) return null
    const changes = written(candidate, tried.execution)
    for (const name of new Set([nameOf(candidate), nameOf(changes)])) {
      if (looks.size >= LOOKS_KEPT) looks.delete(looks.keys().next().value as string)
      looks.set(name, tried.execution)
    }
    return tried
  }
  return {
    async failing(candidate) {
      const before = known.get(nameOf(candidate))
      if (before !== undefined) return before
      const tried = await run(follow(candidate), false)
      if (tried === null) return null
      // A change that is not met changes nothing: without it the execution is the same.
      const met = without(candidate, tried.execution.unmet)
      if (!tried.fails) return learn([candidate, met], null)
      const again = await record(met)
      if (again === null) return null
      if (!again.fails) return learn([candidate, met], null)
      const changes = written(met, again.execution)
      return learn([candidate, met, changes], { changes, measures: measuresOf({ changes, execution: again.execution }) })
    },
    look: async (candidate) => looks.get(nameOf(candidate)) ?? (await record(candidate))?.execution ?? null,
    get left() {
      return left()
    },
  }
}

const nameOf = (candidate: Candidate): string => JSON.stringify(candidate.map(nameOfChange))

/** What is followed by key is the same wherever it was met before. */
const nameOfChange = (change: Change): readonly unknown[] => {
  if (isHold(change)) return [change.hold, change.until]
  return change.at === '' ? [change.step, change.index] : [change.at, change.nth, change.take]
}

/** Those that come from a worker thread are copies. */
const without = (candidate: Candidate, unmet: readonly Change[]): Candidate => {
  if (unmet.length === 0) return candidate
  const names = new Set(unmet.map((change) => JSON.stringify(nameOfChange(change))))
  return candidate.filter((change) => !names.has(JSON.stringify(nameOfChange(change))))
}

/** Deviations by key, with the steps and indices at which they are met. */
const written = (candidate: Candidate, { deviations }: Execution): Candidate => {
  const recorded = deviations.filter((change): change is Deviation => !isHold(change))
  return candidate.map((change) => {
    if (isHold(change)) return change
    return recorded.find((each) => (change.at === '' ? each.step === change.step : isSamePlace(each, change))) ?? change
  })
}

const isSamePlace = (a: Deviation, b: Deviation): boolean => a.at === b.at && a.nth === b.nth
