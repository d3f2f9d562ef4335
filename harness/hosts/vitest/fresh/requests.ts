// What vitest's pool tells a worker to do, told to a fresh thread: get ready, and run one test of one file.
import type { Worker } from 'node:worker_threads'
import type { SerializedConfig } from 'vitest'
import { workerState } from '../worker-state.js'

export interface OneTest {
  /** Absolute path of the test file. */
  readonly file: string
  /** Vitest's own. */
  readonly testId: string
  /** Of the test and the suites around it. */
  readonly fullName: string
  /** Which lines it covers is of interest. */
  readonly isHeard: boolean
}

interface Response {
  readonly __vitest_worker_response__?: true
  readonly type: 'started' | 'testfileFinished'
  readonly error?: { readonly message?: string }
}

/** Settles when the test is over, its hooks included; rejects with what kept vitest from running it. */
export const runOneTest = (worker: Worker, test: OneTest): Promise<void> => {
  const { ctx, config } = workerState()
  const { environment, providedContext, workerId } = ctx
  const context = { environment, config: configFor(config, test), pool: 'threads', workerId }
  const request = (type: 'start' | 'run', more: object): void =>
    worker.postMessage({ __vitest_worker_request__: true, type, ...more })
  const spec = ctx.files.find(({ filepath }) => filepath === test.file) ?? { filepath: test.file }
  const files = [{ ...spec, testLocations: undefined, testIds: [test.testId] }]
  return new Promise((resolve, reject) => {
    worker.on('message', ({ __vitest_worker_response__: isResponse, type, error }: Response) => {
      if (isResponse !== true) return
      if (error !== undefined) reject(new Error(error.message))
      else if (type === 'started') request('run', { context: { ...context, files, providedContext, invalidates: [] } })
      else if (type === 'testfileFinished') resolve()
    })
    request('start', {
      context,
      poolId: Number(process.env.VITEST_POOL_ID ?? 1),
      workerId,
      options: { reportMemory: false },
      traces: { enabled: false },
    })
  })
}

/** What vitest has put into the worker's config since does not cross, and is made anew there. */
const configFor = (config: SerializedConfig, { fullName, isHeard }: OneTest): object => ({
  ...config,
  diffOptions: undefined,
  bail: undefined,
  testNamePattern: new RegExp(`^${fullName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  snapshotOptions: { ...config.snapshotOptions, snapshotEnvironment: undefined, updateSnapshot: 'none' },
  coverage: { ...config.coverage, enabled: isHeard && config.coverage.enabled },
})
