// Which of two failing schedules is the simpler one.
import type { ChoiceKind } from '../../core/choice.js'
import type { Execution } from '../../core/execution.js'
import { isHold } from '../../core/policy.js'
import type { Shown } from './pass.js'

/** The first one that differs decides; less is simpler. */
export type Measures = readonly number[]

export const compare = (a: Measures, b: Measures): number => {
  for (const [i, value] of a.entries()) {
    const difference = value - (b[i] as number)
    if (difference !== 0) return difference
  }
  return 0
}

const DELAYS: ReadonlySet<ChoiceKind> = new Set(['delay', 'latency', 'wake'])

/**
 * The shortest delays, then the fewest faults, then the fewest holds and deviations. Options of a delay stand in their order, so that
 * their indices count. The execution need not be recorded.
 */
export const measuresOf = ({ changes, execution }: Shown): Measures => [
  sum(execution, (kind, index) => (DELAYS.has(kind) ? index : 0)),
  sum(execution, (kind, index) => (kind === 'fault' ? Math.min(1, index) : 0)),
  changes.length,
]

/**
 * After those: the fewest context switches; then holds go before deviations, because "this task was slow" says more; then what differs
 * in fewer choices from the calmest execution.
 */
export const switchesOf = ({ changes, execution }: Shown): Measures => [
  contextSwitches(execution),
  changes.filter((change) => !isHold(change)).length,
  sum(execution, (_, index) => Math.min(1, index)),
  sum(execution, (_, index) => index),
]

const sum = ({ answers }: Execution, of: (kind: ChoiceKind, index: number) => number): number =>
  answers.reduce((before, { kind, index }) => before + of(kind, index), 0)

/** How often another actor goes on than the one that ran before. */
const contextSwitches = ({ steps }: Execution): number => {
  let switches = 0
  for (let i = 1; i < steps.length; i++) if (steps[i]?.actor !== steps[i - 1]?.actor) switches++
  return switches
}
