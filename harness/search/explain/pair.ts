// Two steps of the failing execution, by the lines at which the subject ran in them.
import type { Execution, Step } from '../../core/execution.js'
import type { Explanation, PairEnd, Place } from '../../core/explanation.js'
import type { Order } from './crossing.js'

/** `looked`: the failing execution, with the lines of both. `null` where a line of one of them is not known. */
export const pairOf = ({ steps }: Execution, order: Order): Explanation['pair'] => {
  const [first, second] = order.map((key) => steps.find((step) => step.key === key)).map(endOf)
  return first == null || second == null ? null : [first, second]
}

const endOf = (step: Step | undefined): PairEnd | null => {
  const at = step === undefined ? undefined : lineOf(step)
  if (step === undefined || at === undefined) return null
  const { actor, n, key, resumed = [], suspended = [] } = step
  // The function that went on, not one that it called and that waits within it.
  const until = suspended.at(-1)
  return { actor, step: n, key, at: placeOf(at), until: until === undefined || resumed.length === 0 ? null : placeOf(until) }
}

/** Where the subject went on in a step; else where it asked for what the step did. A line of a package only where there is no other. */
export const lineOf = ({ resumed = [], posted }: Step): string | undefined => {
  const lines = posted === undefined ? resumed : [...resumed, posted]
  return lines.find((line) => !line.includes('node_modules/')) ?? lines[0]
}

/** `client.ts:21` in its parts. */
export const placeOf = (at: string): Place => {
  const colon = at.lastIndexOf(':')
  return { file: at.slice(0, colon), line: Number(at.slice(colon + 1)) }
}
