// In a thread that executes for another one: what is asked for is executed, and what happened is answered as plain data.
import { HarnessError } from '../../../core/errors.js'
import type { Execution } from '../../../core/execution.js'
import { calm } from '../../../core/policy.js'
import type { Body } from '../../../core/runtime.js'
import type { Workload } from '../../../core/workload.js'
import { createNodeRuntime } from '../execute.js'
import { packError } from './crossing-error.js'
import type { ExecutionAnswer, ExecutionRequest } from './messages.js'

export interface ServeOptions {
  bodyFor(workload: Workload): Body
  /** One calm execution is discarded first: lazy initialisation. */
  readonly warmUp: boolean
  answer(message: ExecutionAnswer): void
  /** What stands for an execution that cannot be cloned: a subject may record anything at all. */
  plain(execution: Execution): Execution
  /** Runs before each execution, outside of it. */
  readonly reset?: () => void
}

/** A module can load another one, each for the first time. */
const IMPORTS_AT_MOST = 5

/** To be called with each request, one at a time. Never rejects: what goes wrong is answered. */
export const serveExecutions = ({ bodyFor, warmUp, answer, plain, reset }: ServeOptions) => {
  const runtime = createNodeRuntime()
  let cold = warmUp
  const warm = async (body: Body, { settings }: ExecutionRequest): Promise<void> => {
    for (let imports = 0; ; imports++) {
      reset?.()
      try {
        await runtime.execute(body, { ...settings, policy: calm, record: false })
        return
      } catch (error) {
        const isImport = error instanceof HarnessError && error.code === 'IMPORT_INSIDE_EXECUTION'
        if (!isImport || imports === IMPORTS_AT_MOST) throw error
      }
    }
  }
  const tell = (execution: Execution): void => {
    try {
      answer({ type: 'executed', execution })
    } catch {
      answer({ type: 'executed', execution: plain(execution) })
    }
  }
  return async (request: ExecutionRequest): Promise<void> => {
    try {
      const body = bodyFor(request.workload)
      if (cold) await warm(body, request)
      cold = false
      reset?.()
      tell(await runtime.execute(body, request.settings))
    } catch (error) {
      answer({ type: 'error', error: packError(error) })
    }
  }
}
