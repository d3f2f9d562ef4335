// What a search can be told.
import type { SearchProgress } from '../core/report.js'
import type { Runtime } from '../core/runtime.js'
import type { Strategy } from '../strategies/strategy.js'
import type { BudgetSpec } from './budget.js'
import type { ConfirmFresh } from './confirm.js'

/** What a search goes by where nobody says otherwise. */
export const DEFAULT_BUDGET = { executions: 1000 } as const satisfies BudgetSpec
export const DEFAULT_SCHEDULES = 30
export const DEFAULT_SHRINK_AT_MOST = 2000

/** What whoever explores shares of a search must know. */
export interface HuntOptions {
  readonly runtime: Runtime
  readonly strategy: Strategy
  /** u32. The same seed, subject and budget of executions give the same report but for its times. */
  readonly seed: number
  /** For each generated workload; a single workload gets the whole budget. Default 30. */
  readonly schedulesPerWorkload?: number
  /** Id of the only race that ends the search; others are counted. */
  readonly race?: string
  /** Path of fast-check from an earlier drawing with this seed: the search starts at that workload. */
  readonly path?: string
  /** Executions between two looks at whether the calmest schedule is still the same. Default 1,000; 0: never, not even once. */
  readonly canaryEvery?: number
  /** One calm execution is discarded first: lazy initialisation. Default true. */
  readonly warmUp?: boolean
  /** Whether a failure is explained: the nearest schedule that passes, and lines of the subject. Default true. */
  readonly explains?: boolean
  /** Executions that shrinking may take; a long one counts once for each 250 steps that it has begun. Default 2,000. */
  readonly shrinkAtMost?: number
  /** A failure does not end the search: see `keeping.ts` for what is kept. Default false. */
  readonly keepGoing?: boolean
  /** Interrupts; what was found so far is kept. */
  readonly signal?: AbortSignal
  readonly confirmFresh?: ConfirmFresh
}

export interface SearchOptions extends HuntOptions {
  /** Default: 1,000 executions. Shrinking, confirming and canaries are not counted. */
  readonly budget?: BudgetSpec
  /** Told about ten times a second. */
  readonly onProgress?: (progress: SearchProgress) => void
}
