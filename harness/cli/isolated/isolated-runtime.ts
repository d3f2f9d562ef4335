// The Node runtime in worker threads that are thrown away: for subjects that keep state at module level.
import { extname } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import type { Execution } from '../../core/execution.js'
import type { Body, Runtime } from '../../core/runtime.js'
import type { Workload } from '../../core/workload.js'
import type { Target } from '../messages.js'
import type { ExecutionRequest } from './messages.js'
import { type ExecutionThread, startThread } from './start-thread.js'

export const RECYCLE = 200

export interface IsolatedOptions {
  readonly target: Target
  readonly variant: string
  /** Executions until a fresh thread takes over, at least 1. Default 200. */
  readonly recycle?: number
}

export interface IsolatedRuntime extends Runtime {
  /** Stands for the body that a thread makes of the same workload; only this runtime can execute it. */
  bodyFor(workload: Workload): Body
  /** Settles when no thread is left. */
  close(): Promise<void>
}

/**
 * Executes as `createNodeRuntime` does, one execution at a time, in a thread that has loaded scenario and variant for itself: same
 * policies, same traces, same tokens. With `recycle` 1 every execution begins where the modules were just loaded; above, each thread but
 * the first begins with a calm execution that is discarded, as whoever searches does with the first. An execution is plain data: functions and classes do not cross.
 * Rejects also with `SUBJECT_EXITED` or `WORKER_DIED` where the thread ends, and with what keeps the variant from being loaded.
 */
export const createIsolatedRuntime = ({ target, variant, recycle = RECYCLE }: IsolatedOptions): IsolatedRuntime => {
  const workloads = new WeakMap<Body, Workload>()
  const threads = createThreads({ target, variant, recycles: recycle > 1 })
  let executions = 0
  let last: Promise<unknown> = Promise.resolve()
  const execute = async (request: ExecutionRequest): Promise<Execution> => {
    if (executions++ % recycle === 0) await threads.end()
    return (await threads.current()).execute(request)
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
    close: () => threads.end(),
  }
}

interface Threads {
  /** Started where there is none. */
  current(): Promise<ExecutionThread>
  end(): Promise<void>
}

interface ThreadsOptions {
  readonly target: Target
  readonly variant: string
  /** A thread executes more than once: its first execution may be unlike the others. */
  readonly recycles: boolean
}

const createThreads = ({ target, variant, recycles }: ThreadsOptions): Threads => {
  let warmUp = false
  let thread: ExecutionThread | null = null
  let transpiler = 'file' in target && !PLAIN.includes(extname(target.file))
  const begin = async (): Promise<ExecutionThread> => {
    try {
      return await startThread({ target, variant, warmUp, transpiler })
    } catch (error) {
      if (transpiler || 'registered' in target || !isLoading(error)) throw error
      // JavaScript that imports TypeScript.
      transpiler = true
      return startThread({ target, variant, warmUp, transpiler })
    }
  }
  return {
    async current() {
      thread ??= await begin()
      warmUp = recycles
      return thread
    },
    async end() {
      await thread?.end()
      thread = null
    },
  }
}

const PLAIN: readonly string[] = ['.js', '.mjs', '.cjs']

const isLoading = (error: unknown): boolean => error instanceof HarnessError && error.code === 'BAD_SCENARIO_FILE'
