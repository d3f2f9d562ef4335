// What reports and plans have to know of a subject, as plain data.
import { DEFAULT_MODEL, modelId } from '../core/limits.js'
import type { SearchSubject } from './subject.js'

export interface SubjectFacts {
  readonly scenario: string
  readonly variant: string
  /** Name of the oracle that should fail, `pass`, or `null`. */
  readonly expect: string | null
  /** Id of the loop model. */
  readonly model: string
  /** Its search cannot be taken apart: there is one workload with one series of schedules, or workloads that come in one go. */
  readonly whole: boolean
  readonly recordsOperations: boolean
  /** See `ExecutableSubject`; absent where there are none. */
  readonly notes?: readonly string[]
}

export const factsOf = (subject: SearchSubject): SubjectFacts => {
  const { id, variant, expect, model, workloads, recordsOperations, notes = [] } = subject
  return {
    scenario: id,
    variant: variant ?? '',
    expect: expect ?? null,
    model: subject.modelId ?? modelId(model ?? DEFAULT_MODEL),
    whole: workloads.single || workloads.seedOf !== undefined,
    recordsOperations: recordsOperations ?? true,
    ...(notes.length === 0 ? {} : { notes }),
  }
}
