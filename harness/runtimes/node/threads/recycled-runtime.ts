// The Node runtime in worker threads that are thrown away: for subjects that keep state at module level.
import { HarnessError } from '../../../core/errors.js'
import type { Execution } from '../../../core/execution.js'
import type { Body, Runtime } from '../../../core/runtime.js'
import type { Workload } from '../../../core/workload.js'
import type { ExecutionRequest, ExecutionThread } from './messages.js'

export const RECYCLE = 200

export interface RecycledOptions {
  /** Starts a thread and settles once it has loaded the subject. `warmUp`: it begins with a calm execution that is discarded. */
  start(warmUp: boolean): Promise<ExecutionThread>
  /** Executions until a fresh thread takes over, at least 1. Default 200. */
  readonly recycle?: number
}

export interface RecycledRuntime extends Runtime {
  /** Stands for the body that a thread makes of the same workload; only this runtime can execute it. */
  bodyFor(workload: Workload): Body
  /** Settles when no thread is left. */
  close(): Promise<void>
}

/**
 * Executes as `createNodeRuntime` does, one execution at a time, in a thread that has loaded the subject for itself: same policies, same
 * traces, same tokens. With `recycle` 1 every execution begins where the modules were just loaded; above, each thread but the first begins
 * with a calm execution that is discarded, as whoever searches does with the first. An execution is plain data: functions and
 * classes do not cross. Rejects also with what `start` and its threads reject with.
 */
export const createRecycledRuntime = ({ start, recycle = RECYCLE }: RecycledOptions): RecycledRuntime => {
  const workloads = new WeakMap<Body, Workload>()
  let thread: ExecutionThread | null = null
  let isFirst = true
  let executions = 0
  let last: Promise<unknown> = Promise.resolve()
  const end = async (): Promise<void> => {
    const old = thread
    thread = null
    await old?.end()
  }
  const execute = async (request: ExecutionRequest): Promise<Execution> => {
    if (executions++ % recycle === 0) await end()
    thread ??= await start(!isFirst && recycle > 1)
    isFirst = false
    return thread.execute(request)
  }
  return {
    name: 'node',
    bodyFor(workload) {
      const body: Body = () => {
        throw new HarnessError('INTERNAL', 'a body of an isolated subject was called in the thread that searches')
      }
      workloads.set(body, workload)
      return body
    },
    execute(body, settings) {
      const workload = workloads.get(body)
      if (workload === undefined) return Promise.reject(new HarnessError('INTERNAL', 'a body of another runtime'))
      const execution = last.then(() => execute({ workload, settings }))
      last = execution.catch(() => {})
      return execution
    },
    close: end,
  }
}
