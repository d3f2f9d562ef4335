// Runs a subject once under a policy, with what belongs around it: reset before, and another try where a module was loaded.
import { HarnessError } from '../core/errors.js'
import type { Execution } from '../core/execution.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL, modelId } from '../core/limits.js'
import type { Policy } from '../core/policy.js'
import type { Body, ExecutionSettings, Runtime } from '../core/runtime.js'
import type { Workload } from '../core/workload.js'
import type { ExecutableSubject } from './subject.js'

/** A module can load another one, each for the first time. */
const IMPORTS_AT_MOST = 5

/** A workload with its body: what one execution runs. */
export interface Work {
  readonly workload: Workload
  readonly body: Body
}

export interface Executor {
  readonly runtime: string
  readonly model: string
  work(workload: Workload): Work
  /** `record`: keys, steps and deviations are collected. Rejects with a `HarnessError` where nothing can be said. */
  run(work: Work, policy: Policy, record: boolean): Promise<Execution>
  /** Recorded, with the lines of the subject: of all steps, or of those with these keys. */
  look(work: Work, policy: Policy, closely: 'all' | readonly string[]): Promise<Execution>
}

export const createExecutor = (subject: ExecutableSubject, runtime: Runtime): Executor => {
  const { model = DEFAULT_MODEL, native = 'refuse', faults = [], reset } = subject
  const limits = { ...DEFAULT_LIMITS, ...subject.limits }
  const execute = async ({ workload, body }: Work, how: How): Promise<Execution> => {
    const settings = { ...how, subjectSeed: workload.subjectSeed, limits, model, native, faults }
    for (let imports = 0; ; imports++) {
      reset?.()
      try {
        return await runtime.execute(body, settings)
      } catch (error) {
        if (!isImport(error) || imports === IMPORTS_AT_MOST) throw error
      }
    }
  }
  return {
    runtime: runtime.name,
    model: modelId(model),
    work: (workload) => ({ workload, body: subject.bodyFor(workload) }),
    run: (work, policy, record) => execute(work, { policy, record }),
    look: (work, policy, closely) => execute(work, { policy, record: true, closely }),
  }
}

type How = Pick<ExecutionSettings, 'policy' | 'record' | 'closely'>

const isImport = (error: unknown): boolean => error instanceof HarnessError && error.code === 'IMPORT_INSIDE_EXECUTION'
