// What the thread that searches and one that executes for it tell each other.
import type { Execution } from '../../../core/execution.js'
import type { ExecutionSettings } from '../../../core/runtime.js'
import type { Workload } from '../../../core/workload.js'
import type { CrossingError } from './crossing-error.js'

export interface ExecutionRequest {
  readonly workload: Workload
  readonly settings: ExecutionSettings
}

export type ExecutionAnswer =
  | { readonly type: 'executed'; readonly execution: Execution }
  | { readonly type: 'error'; readonly error: CrossingError }

/** One thread that has loaded the subject. */
export interface ExecutionThread {
  /** One at a time. Rejects with what the thread's runtime rejects with; where the thread ends, with `SUBJECT_EXITED` or `WORKER_DIED`. */
  execute(request: ExecutionRequest): Promise<Execution>
  /** Settles when the thread is gone. */
  end(): Promise<void>
}
