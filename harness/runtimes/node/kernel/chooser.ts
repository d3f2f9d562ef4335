// Asks the policy, and keeps what it answered: the answers of every execution, the deviations by key of a recorded one.
import type { ChoicePoint, Decide } from '../../../core/choice.js'
import type { Answer } from '../../../core/execution.js'
import type { Deviation } from '../../../core/policy.js'

export class Chooser {
  /** Ordinal of the next choice point; those with a single option count too, so that a vanished option shifts no draw. */
  step = 0
  readonly answers: Answer[] = []
  readonly deviations: Deviation[] = []
  private readonly decide: Decide
  private readonly seen: Map<string, number> | null

  constructor(decide: Decide, record: boolean) {
    this.decide = decide
    this.seen = record ? new Map() : null
  }

  ask(point: ChoicePoint): number {
    const index = this.decide(point)
    this.answers.push({ kind: point.kind, step: point.step, count: point.options.length, index })
    if (this.seen !== null) this.note(point, index, this.seen)
    return index
  }

  private note(point: ChoicePoint, index: number, seen: Map<string, number>): void {
    const { key, step } = point
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    const taken = point.options[index]
    if (index > 0 && taken !== undefined) this.deviations.push({ at: key, nth, step, take: taken.key, index })
  }
}
