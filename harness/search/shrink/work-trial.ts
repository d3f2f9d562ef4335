// Candidates on one workload: none is executed twice, nor one that comes to the same as another.
import type { Execution } from '../../core/execution.js'
import { follow, type Policy } from '../../core/policy.js'
import type { Candidate, Failing, Trial } from './pass.js'
import { measuresOf } from './simplicity.js'
import { nameOf, without, written } from './written.js'

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

  const keep = (candidate: Candidate, execution: Execution): Execution => {
    // By key it is the same execution.
    for (const name of new Set([nameOf(candidate), nameOf(written(candidate, execution))])) {
      looks.delete(name)
      if (looks.size >= LOOKS_KEPT) looks.delete(looks.keys().next().value as string)
      looks.set(name, execution)
    }
    return execution
  }
  return {
    async failing(candidate) {
      const before = known.get(nameOf(candidate))
      if (before !== undefined) return before
      const tried = await run(follow(candidate), false)
      if (tried === null) return null
      const { execution, fails } = tried
      // A change that is not met changes nothing: without it the execution is the same.
      const changes = without(candidate, execution.unmet)
      const failing = fails ? { changes, measures: measuresOf({ changes, execution }) } : null
      for (const each of [candidate, changes]) known.set(nameOf(each), failing)
      return failing
    },
    async look(candidate) {
      const before = looks.get(nameOf(candidate))
      // What is asked for again and again (the best so far) stays.
      if (before !== undefined) return keep(candidate, before)
      const tried = await run(follow(candidate), true)
      return tried === null ? null : keep(candidate, tried.execution)
    },
    get left() {
      return left()
    },
  }
}
