// Runs a subject once under a policy, with what belongs around it: reset before, and another try where a module was loaded.
import { HarnessError } from '../core/errors.js'
import type { Execution } from '../core/execution.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL, modelId } from '../core/limits.js'
import type { Policy } from '../core/policy.js'
import type { Body, Closely, ExecutionSettings, Runtime } from '../core/runtime.js'
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
  /** Of the subject: see there. */
  readonly folder?: string | undefined
  work(workload: Workload): Work
  /**
   * `record`: keys, steps and deviations are collected. `stepsAtMost`: fewer than the subject's limit. Rejects with a `HarnessError` where
   * nothing can be said.
   */
  run(work: Work, policy: Policy, record: boolean, stepsAtMost?: number): Promise<Execution>
  /** Under the first of the policies, at least one, not recorded. Only of runtimes that can; see `Runtime`. */
  readonly runMany?: (work: Work, policies: readonly Policy[]) => Promise<readonly Execution[]>
  /** Recorded, with the lines of the subject: of all steps, or of those with these keys. */
  look(work: Work, policy: Policy, closely: Closely, stepsAtMost?: number): Promise<Execution>
}

export const createExecutor = (subject: ExecutableSubject, runtime: Runtime): Executor => {
  const { model = DEFAULT_MODEL, native = 'refuse', faults = [], reset } = subject
  const limits = { ...DEFAULT_LIMITS, ...subject.limits }
  const within = (steps = limits.steps) => ({ ...limits, steps: Math.min(limits.steps, steps) })
  const execute = async ({ workload, body }: Work, how: How): Promise<Execution> => {
    const settings = { ...how, subjectSeed: workload.subjectSeed, model, native, faults }
    for (let imports = 0; ; imports++) {
      reset?.()
      try {
        return await runtime.execute(body, settings)
      } catch (error) {
        if (!isImport(error) || imports === IMPORTS_AT_MOST) throw error
      }
    }
  }
  const many = runtime.executeMany?.bind(runtime)
  const runMany: Executor['runMany'] =
    many &&
    (({ workload, body }, policies) => {
      const { subjectSeed } = workload
      return many(body, { record: false, limits: within(), subjectSeed, model, native, faults }, policies)
    })
  return {
    runtime: runtime.name,
    model: subject.modelId ?? modelId(model),
    folder: subject.folder,
    ...(runMany === undefined ? {} : { runMany }),
    work: (workload) => ({ workload, body: subject.bodyFor(workload) }),
    run: (work, policy, record, stepsAtMost) => execute(work, { policy, record, limits: within(stepsAtMost) }),
    look: (work, policy, closely, stepsAtMost) => execute(work, { policy, record: true, closely, limits: within(stepsAtMost) }),
  }
}

type How = Pick<ExecutionSettings, 'policy' | 'record' | 'closely' | 'limits'>

const isImport = (error: unknown): boolean => error instanceof HarnessError && error.code === 'IMPORT_INSIDE_EXECUTION'
