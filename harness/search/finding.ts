// A failure as plain data: what found it may be gone, and any process can make it small.
import type { Policy } from '../core/policy.js'
import type { Verdict } from '../core/verdict.js'
import type { Workload } from '../core/workload.js'

export interface Finding {
  readonly workload: Workload
  readonly policy: Policy
  readonly verdict: Verdict
  /** Id of the race that it shows, `null` where it fits none. */
  readonly race: string | null
  readonly traceHash: number
  /** Executions up to and with it, from 1: of its share, or of the search once shares are added up. */
  readonly scheduleNumber: number
  /** Milliseconds of the search until then. */
  readonly foundMs: number
  readonly strategy: string
  /** See `Counterexample`. */
  readonly metWhileShrinking?: number
  /** Draws the workload again, so that it can be made small by whoever has this. Absent where it was not drawn. */
  readonly drawn?: { readonly seed: number; readonly path: string }
  /** Of the counterexample that it came to; absent as long as there is none. */
  readonly token?: string
}
