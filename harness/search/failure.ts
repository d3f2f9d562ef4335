// A failure as the search first sees it, before it is made small.
import type { Policy } from '../core/policy.js'
import type { Work } from './executor.js'
import type { Target } from './target.js'

export interface Failure {
  readonly work: Work
  readonly policy: Policy
  readonly target: Target
  readonly traceHash: number
}

/** When and by whom it was found. */
export interface Finding {
  readonly failure: Failure
  readonly scheduleNumber: number
  readonly foundMs: number
  readonly strategy: string
}
