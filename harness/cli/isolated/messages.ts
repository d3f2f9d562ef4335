// What the thread that searches and the one that executes for it tell each other.

import type { ExecutionAnswer } from '../../runtimes/node/threads/index.js'
import type { Target } from '../messages.js'

/** What a thread is started with. */
export interface ThreadStart {
  readonly target: Target
  readonly variant: string
  /** See `kernel/heartbeat.ts`. */
  readonly pulse: Int32Array<SharedArrayBuffer>
  /** One calm execution is discarded first: lazy initialisation. */
  readonly warmUp: boolean
}

export type ThreadMessage =
  /** The variant is loaded. */
  | { readonly type: 'ready' }
  | ExecutionAnswer
  /** The thread ends; `at`: where `process.exit` was called. */
  | { readonly type: 'exit'; readonly code: number; readonly at: string | null }
