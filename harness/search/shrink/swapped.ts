// Pass: two changes with their roles exchanged, and a hold in the place of a deviation.
import { type Deviation, isHold } from '../../core/policy.js'
import { type Candidate, shown, type Trial } from './pass.js'
import { runPoints } from './points.js'

export async function* swapped(best: Candidate, trial: Trial): AsyncGenerator<Candidate> {
  const seen = await shown(best, trial)
  if (seen === null) return
  const { changes, execution } = seen
  for (const [i, a] of changes.entries()) {
    for (let j = i + 1; j < changes.length; j++) {
      const b = changes[j] as typeof a
      if (isHold(a) && isHold(b)) yield changes.with(i, { ...a, until: b.until }).with(j, { ...b, until: a.until })
      else if (!isHold(a) && !isHold(b)) yield changes.with(i, taking(a, b)).with(j, taking(b, a))
    }
  }
  const tasks = new Map(runPoints(execution).map((point) => [point.step, point]))
  for (const [i, change] of changes.entries()) {
    // "bob before ann" is "ann waits until bob".
    if (!isHold(change) && tasks.has(change.step)) yield changes.with(i, { hold: change.at, until: change.take })
  }
}

const taking = (place: Deviation, { take }: Deviation): Deviation => ({ ...place, take })
