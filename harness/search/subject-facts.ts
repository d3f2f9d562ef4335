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
}

export const factsOf = ({ id, variant, expect, model, workloads, recordsOperations }: SearchSubject): SubjectFacts => ({
  scenario: id,
  variant: variant ?? '',
  expect: expect ?? null,
  model: modelId(model ?? DEFAULT_MODEL),
  whole: workloads.single || workloads.seedOf !== undefined,
  recordsOperations: recordsOperations ?? true,
})
