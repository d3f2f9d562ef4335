// What a fresh thread asks of vitest: modules come from vitest's server by way of the worker, reports of a test that the worker reports
// itself go nowhere.
import type { Worker } from 'node:worker_threads'
import type { AfterSuiteRunMeta, RunnerTestFile, RuntimeRPC } from 'vitest'
import type { WorkerRpc } from '../worker-state.js'

/** A call as birpc puts it on the wire, and its answer. */
interface Call {
  readonly t: 'q'
  /** Absent where nobody waits for an answer. */
  readonly i?: string
  readonly m: keyof RuntimeRPC
  readonly a: readonly unknown[]
}

export interface AnswersOptions {
  readonly rpc: WorkerRpc
  /** The methods that vitest is to hear of. */
  readonly passedOn: readonly (keyof RuntimeRPC)[]
  /** Of the thread: vitest keeps one coverage for each name. */
  readonly name: string
  /** Told what keeps the test from running. */
  readonly onTrouble: (message: string) => void
}

/** Modules and places of files. */
export const LOADING = ['fetch', 'resolve', 'transform', 'resolveSnapshotPath', 'ensureModuleGraphEntry'] as const
/** What executions in a fresh thread say and cover is the race's. */
export const SAID = ['onUserConsoleLog', 'onAfterSuiteRun'] as const

export const answerCalls = (worker: Worker, { rpc, passedOn, name, onTrouble }: AnswersOptions): void => {
  const answer = async ({ m, a }: Call): Promise<unknown> => {
    if (passedOn.includes(m)) return (rpc[m] as (...args: readonly unknown[]) => unknown)(...named(m, a, name))
    const trouble = troubleIn(m, a)
    if (trouble !== null) onTrouble(trouble)
    return m === 'getCountOfFailedTests' ? 0 : m === 'onTaskArtifactRecord' ? a[1] : undefined
  }
  worker.on('message', async (message: Partial<Call>) => {
    if (message.t !== 'q') return
    const { i } = message
    const outcome = await answer(message as Call).then(
      (r) => ({ r }),
      (e: unknown) => ({ e }),
    )
    if (i !== undefined) worker.postMessage({ t: 's', i, ...outcome })
  })
}

/** By the names of the test files alone it would take the place of what the worker covers itself. */
const named = (method: keyof RuntimeRPC, args: readonly unknown[], name: string): readonly unknown[] =>
  method === 'onAfterSuiteRun' ? [{ ...(args[0] as AfterSuiteRunMeta), testFiles: [name] }] : args

/** A test file that cannot be loaded, a hook that throws, an error that nobody caught. */
const troubleIn = (method: keyof RuntimeRPC, args: readonly unknown[]): string | null => {
  if (method === 'onUnhandledError') return messageOf(args[0])
  const results =
    method === 'onCollected'
      ? (args[0] as readonly RunnerTestFile[]).map(({ result }) => result)
      : method === 'onTaskUpdate'
        ? (args[0] as Parameters<RuntimeRPC['onTaskUpdate']>[0]).map(([, result]) => result)
        : []
  const [error] = results.flatMap((result) => result?.errors ?? [])
  return error === undefined ? null : messageOf(error)
}

const messageOf = (error: unknown): string => (error as { message?: string } | null)?.message ?? String(error)
