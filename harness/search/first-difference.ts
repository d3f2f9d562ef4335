// Where two recorded executions part: the first step that is not the same.
import type { Execution } from '../core/execution.js'

export interface Difference {
  /** Ordinal of the step. */
  readonly step: number
  readonly found: string
  readonly expected: string
}

/** `null` where the steps are the same to the end. Both must be recorded. */
export const firstDifference = (found: Execution, expected: Execution): Difference | null => {
  const most = Math.max(found.steps.length, expected.steps.length)
  for (let i = 0; i < most; i++) {
    const [a, b] = [describe(found, i), describe(expected, i)]
    if (a !== b) return { step: i, found: a, expected: b }
  }
  return null
}

const describe = ({ steps, end }: Execution, i: number): string => {
  const step = steps[i]
  if (step === undefined) return `the end (${end.kind})`
  return step.chose === undefined || step.chose.length === 0 ? step.key : `${step.key} (${step.chose.join(', ')})`
}
