// Which of two failing schedules is the simpler one.
import type { ChoiceKind } from '../../core/choice.js'
import type { Execution } from '../../core/execution.js'
import { isHold } from '../../core/policy.js'
import type { Shown } from './pass.js'

/** The first one that differs decides. */
export type Measures = readonly number[]

const DELAYS: ReadonlySet<ChoiceKind> = new Set(['delay', 'latency', 'wake'])

/**
 * The shortest delays, then the fewest faults, then the fewest holds and deviations, then the fewest context switches; then holds go
 * before deviations, because "this task was slow" says more; then what differs in fewer choices from the calmest execution. Options of
 * a delay stand in their order, so that their indices count.
 */
export const isSimpler = (a: Measures, b: Measures): boolean => {
  for (const [i, value] of a.entries()) {
    const other = b[i] as number
    if (value !== other) return value < other
  }
  return false
}

export const measuresOf = ({ changes, execution }: Shown): Measures => {
  const sum = (of: (kind: ChoiceKind, index: number) => number): number =>
    execution.answers.reduce((before, { kind, index }) => before + of(kind, index), 0)
  return [
    sum((kind, index) => (DELAYS.has(kind) ? index : 0)),
    sum((kind, index) => (kind === 'fault' ? Math.min(1, index) : 0)),
    changes.length,
    contextSwitches(execution),
    changes.filter((change) => !isHold(change)).length,
    sum((_, index) => Math.min(1, index)),
    sum((_, index) => index),
  ]
}

/** How often another actor goes on than the one that ran before. */
const contextSwitches = ({ steps }: Execution): number => {
  let switches = 0
  for (let i = 1; i < steps.length; i++) if (steps[i]?.actor !== steps[i - 1]?.actor) switches++
  return switches
}
