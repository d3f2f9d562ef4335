// A failure as the search first sees it, before it is made small.
import type { Policy } from '../core/policy.js'
import type { Verdict } from '../core/verdict.js'
import type { Work } from './executor.js'

export interface Failure {
  readonly work: Work
  readonly policy: Policy
  /** The verdict that is followed: shrinking keeps its oracle and its symptom. */
  readonly verdict: Verdict
  readonly traceHash: number
}

/** When and by whom it was found. */
export interface Finding {
  readonly failure: Failure
  readonly scheduleNumber: number
  readonly foundMs: number
  readonly strategy: string
}
