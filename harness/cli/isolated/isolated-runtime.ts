// A variant of a scenario executed in worker threads that are thrown away: for subjects that keep state at module level.
import { extname } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import { createRecycledRuntime, type ExecutionThread, type RecycledRuntime } from '../../runtimes/node/threads/index.js'
import type { Target } from '../messages.js'
import { startThread } from './start-thread.js'

export interface IsolatedOptions {
  readonly target: Target
  readonly variant: string
  /** Executions until a fresh thread takes over, at least 1. Default 200. */
  readonly recycle?: number
}

/**
 * Rejects also with `SUBJECT_EXITED` or `WORKER_DIED` where a thread ends, and with what keeps the variant from being loaded.
 */
export const createIsolatedRuntime = ({ target, variant, ...recycling }: IsolatedOptions): RecycledRuntime => {
  let transpiler = 'file' in target && !PLAIN.includes(extname(target.file))
  const start = async (warmUp: boolean): Promise<ExecutionThread> => {
    try {
      return await startThread({ target, variant, warmUp, transpiler })
    } catch (error) {
      if (transpiler || 'registered' in target || !isLoading(error)) throw error
      // JavaScript that imports TypeScript.
      transpiler = true
      return startThread({ target, variant, warmUp, transpiler })
    }
  }
  return createRecycledRuntime({ start, ...recycling })
}

const PLAIN: readonly string[] = ['.js', '.mjs', '.cjs']

const isLoading = (error: unknown): boolean => error instanceof HarnessError && error.code === 'BAD_SCENARIO_FILE'
