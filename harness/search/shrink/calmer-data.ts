// Pass: shorter delays, and smaller answers to whatever else is no choice among tasks.
import type { Deviation } from '../../core/policy.js'
import { isHold } from '../../core/policy.js'
import { type Candidate, shown, type Trial } from './pass.js'

/** Each deviation in data with the options before its own, the calmest first: one by one, then bisecting. Without it is another pass's. */
export async function* calmerData(best: Candidate, trial: Trial): AsyncGenerator<Candidate> {
  if (best.every(isHold)) return
  const seen = await shown(best, trial)
  if (seen === null) return
  const { changes, execution } = seen
  const data = new Map(execution.answers.filter(({ kind }) => kind !== 'run').map(({ step, index }) => [step, index]))
  for (const [i, change] of changes.entries()) {
    if (isHold(change)) continue
    const index = data.get(change.step)
    if (index === undefined || index === 0) continue
    for (const less of below(index)) yield changes.with(i, asked(change, less))
  }
}

/** By step, since the option's key is not known: up to there nothing changes. It is written by key once it has been met. */
const asked = ({ step }: Deviation, index: number): Deviation => ({ at: '', nth: 0, step, take: '', index })

const ONE_BY_ONE = 8

function* below(index: number): Generator<number> {
  for (let less = 1; less < Math.min(index, ONE_BY_ONE); less++) yield less
  for (let gap = index - ONE_BY_ONE; gap > 0; gap = Math.floor(gap / 2)) yield index - gap
}
