// Pass: the same changes elsewhere. A switch is moved earlier or later, a hold ends earlier or later, or holds another task.
import type { Execution } from '../../core/execution.js'
import { type Deviation, type Hold, isHold } from '../../core/policy.js'
import { type Candidate, shown, type Trial } from './pass.js'
import { runPoints } from './points.js'

/** Places that are tried for one change, the nearest first. */
const PLACES = 12

export async function* moved(best: Candidate, trial: Trial): AsyncGenerator<Candidate> {
  const seen = await shown(best, trial)
  if (seen === null) return
  const { changes, execution } = seen
  for (const [i, change] of changes.entries()) {
    const others = changes.toSpliced(i, 1)
    if (isHold(change)) {
      const held = await trial.look([...others, { hold: change.hold, until: 'last' }])
      if (held === null) return
      for (const hold of otherHolds(change, held, execution)) yield changes.with(i, hold)
    } else {
      const base = await trial.look(others)
      if (base === null) return
      for (const place of otherPlaces(change, base)) yield changes.with(i, place)
    }
  }
}

/** `held`: the execution in which the task is held to the last. */
function* otherHolds(hold: Hold, held: Execution, failing: Execution): Generator<Hold> {
  const keys = held.steps.map(({ key }) => key)
  const end = keys.indexOf(hold.hold)
  const now = hold.until === 'last' ? end : keys.indexOf(hold.until)
  for (const at of nearest(now, end)) yield { ...hold, until: keys[at] as string }
  if (hold.until !== 'last') yield { ...hold, until: 'last' }
  for (const key of neighbours(hold.hold, failing)) yield { ...hold, hold: key }
}

/** What its actor ran right before it and right after it. */
const neighbours = (key: string, { steps }: Execution): string[] => {
  const actor = steps.find((step) => step.key === key)?.actor
  const own = steps.filter((step) => step.actor === actor).map((step) => step.key)
  const at = own.indexOf(key)
  return [own[at - 1], own[at + 1]].filter((other) => other !== undefined)
}

/** Wherever the task that is taken could have been taken. `base`: the execution without the deviation. */
function* otherPlaces({ step, take }: Deviation, base: Execution): Generator<Deviation> {
  const points = runPoints(base).filter(({ took, key, at }) => took === 0 && key !== take && base.steps[at]?.key !== take)
  const runs = base.steps.findIndex(({ key }) => key === take)
  const cause = base.steps.find(({ key }) => key === take)?.cause ?? null
  const posted = base.steps.findIndex(({ key }) => key === cause)
  const within = points.filter(({ at }) => at > posted && (runs < 0 || at < runs))
  const now = within.findIndex((point) => point.step >= step)
  for (const i of nearest(now < 0 ? within.length : now, within.length)) {
    const { key, nth, step: other } = within[i] as (typeof within)[number]
    if (other !== step) yield { at: key, nth, step: other, take, index: 1 }
  }
}

/** Indices below `length` around `middle`, which is not among them. */
function* nearest(middle: number, length: number): Generator<number> {
  for (let distance = 1; distance <= PLACES / 2; distance++) {
    for (const at of [middle - distance, middle + distance]) if (at >= 0 && at < length) yield at
  }
}
