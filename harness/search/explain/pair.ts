// Two steps of the failing execution, by the lines at which the subject ran in them.
import type { Execution, Step } from '../../core/execution.js'
import type { Explanation, PairEnd, Place } from '../../core/explanation.js'
import type { Order } from './crossing.js'
import type { Lines } from './told-line.js'

/** `looked`: the failing execution, with the lines of both. `null` where a line of one of them is not known. */
export const pairOf = ({ steps }: Execution, order: Order, lines: Lines): Explanation['pair'] => {
  const endOf = (key: string, after?: Step): PairEnd | null => {
    const step = steps.find((each) => each.key === key)
    const at = step === undefined ? undefined : lines.of(step, after)
    if (step === undefined || at === undefined) return null
    const until = lines.nextWaitOf(step)
    return {
      actor: lines.actorOf(step, after),
      step: step.n,
      key,
      at: placeOf(at),
      until: until === undefined ? null : placeOf(until),
    }
  }
  const first = endOf(order[0])
  const second = endOf(order[1], steps[first?.step ?? -1])
  return first === null || second === null ? null : [first, second]
}

/** `client.ts:21` in its parts. */
export const placeOf = (at: string): Place => {
  const colon = at.lastIndexOf(':')
  return { file: at.slice(0, colon), line: Number(at.slice(colon + 1)) }
}
