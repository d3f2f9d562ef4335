// Steps that are not part of the story, for whoever wants to see every one of them.
import type { Execution, Step } from '../../core/execution.js'
import { type PlacedRow, placeOfStep } from '../rows.js'
import { safe } from '../text.js'

export interface SideSteps {
  readonly rows: readonly PlacedRow[]
  /** How many more there are. */
  readonly left: number
}

/** A row for each step that `told` does not tell of; where there are more than `most`, those that are nearest to the story. */
export const sideSteps = ({ steps }: Execution, told: readonly PlacedRow[], most: number): SideSteps => {
  const tellingSteps = told.flatMap(({ event, steps: own = [] }) => [
    ...own.map(({ n }) => n),
    ...(event === undefined ? [] : [event.step - 1]),
  ])
  const known = new Set(tellingSteps)
  const others = steps.filter(({ n }) => !known.has(n))
  const kept = nearest(
    others,
    [...known].sort((a, b) => a - b),
    most,
  )
  return { rows: kept.map(rowOf), left: others.length - kept.length }
}

const rowOf = (step: Step): PlacedRow => ({ actor: step.actor, text: safe(step.what), at: placeOfStep(step.n), steps: [step] })

const nearest = (steps: readonly Step[], marks: readonly number[], most: number): readonly Step[] => {
  if (steps.length <= most) return steps
  let next = 0
  const near = steps.map((step) => {
    while (next < marks.length && (marks[next] as number) < step.n) next++
    const distances = [marks[next - 1], marks[next]].flatMap((mark) => (mark === undefined ? [] : Math.abs(mark - step.n)))
    return { step, distance: Math.min(...distances, Number.POSITIVE_INFINITY) }
  })
  const kept = near.sort((a, b) => a.distance - b.distance).slice(0, most)
  return kept.map(({ step }) => step).sort((a, b) => a.n - b.n)
}
