// A failure that can be executed: what is made small.
import type { Policy } from '../core/policy.js'
import type { Work } from './executor.js'
import type { Target } from './target.js'

export interface Failure {
  readonly work: Work
  readonly policy: Policy
  readonly target: Target
  readonly traceHash: number
}
