// What the thread that searches and the one that executes for it tell each other.

import type { Execution } from '../../core/execution.js'
import type { ExecutionSettings } from '../../core/runtime.js'
import type { Workload } from '../../core/workload.js'
import type { Target } from '../messages.js'
import type { CrossingError } from './crossing-error.js'

/** What a thread is started with. */
export interface ThreadStart {
  readonly target: Target
  readonly variant: string
  /** See `kernel/heartbeat.ts`. */
  readonly pulse: Int32Array<SharedArrayBuffer>
  /** One calm execution is discarded first: lazy initialisation. */
  readonly warmUp: boolean
}

export interface ExecutionRequest {
  readonly workload: Workload
  readonly settings: ExecutionSettings
}

export type ThreadMessage =
  /** The variant is loaded. */
  | { readonly type: 'ready' }
  | { readonly type: 'executed'; readonly execution: Execution }
  | { readonly type: 'error'; readonly error: CrossingError }
  /** The thread ends; `at`: where `process.exit` was called. */
  | { readonly type: 'exit'; readonly code: number; readonly at: string | null }
