// Steps in which the subject went on, one before the other where it fails and after it where it passes: what can be told of an order that
// the scheduler knows by tasks of its own, such as a request on its way, or that came of data.
import type { Execution, Step } from '../../core/execution.js'
import type { Change } from '../../core/policy.js'
import type { Order } from './crossing.js'
import type { Flip } from './flips.js'
import { causesIn, sameSteps } from './same-steps.js'
import type { Lines } from './told-line.js'

export interface Both {
  /** With the lines of its steps. */
  readonly failing: Execution
  readonly passing: Execution
  /** Of the failing one. */
  readonly lines: Lines
}

/** Two steps of the failing one. */
type Pair = readonly [Step, Step]

/** Steps that are looked at in pairs. */
const AT_MOST = 500

/**
 * Those that changed places, of which neither came of the other: first those that are told by lines of the story itself. What did not
 * come to pass at all comes last.
 */
const turnedPairs = ({ failing: { steps }, passing, lines }: Both): Pair[] => {
  const isCausedBy = causesIn(steps)
  const same = sameSteps(steps, passing.steps)
  const places = new Map(passing.steps.map((step, i) => [step, i]))
  const placeOf = (step: Step): number => places.get(same(step) as Step) ?? Number.POSITIVE_INFINITY
  const own = steps.filter((step) => step.went !== undefined).slice(0, AT_MOST)
  const pairs = own.flatMap((a, i) =>
    own.slice(i + 1).flatMap((b): Pair[] => (placeOf(b) < placeOf(a) && !isCausedBy(b, a.key) ? [[a, b]] : [])),
  )
  const worth = ([a, b]: Pair): number => [lines.isOwn(a), lines.isOwn(b, a)].filter(Boolean).length
  return pairs
    .map((pair) => ({ pair, worth: worth(pair) }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ pair }) => pair)
}

/** Each of them turned by itself: the first step held back until the second has come. */
export function* turnedFlips(both: Both, changes: readonly Change[]): Generator<Flip> {
  for (const [{ key: hold, options }, { key: until }] of turnedPairs(both)) {
    if (options < 2) continue
    const flipped = { hold, until }
    yield { flipped, kind: 'put in', changes: [...changes, flipped], rest: changes, failing: changes }
  }
}

/**
 * The two of `order` where the subject went on in both, else what came of them: a step of the story's own rather than another one, and
 * the earliest. `order` is `null` where no two tasks are known: then any two that changed places. `null` where there are none.
 */
export const toldOrder = (both: Both, order: Order | null): Order | null => {
  const { steps } = both.failing
  const [first, second] = (order ?? []).map((key) => steps.find((step) => step.key === key))
  if (first?.went !== undefined && second?.went !== undefined) return order
  const isCausedBy = causesIn(steps)
  const isOf = (step: Step, task: Step | undefined): boolean => task === undefined || step === task || isCausedBy(step, task.key)
  const { lines } = both
  // What one and the same goes on with may have come of both: then only lines of the story itself say which.
  const isTelling = ([a, b]: Pair): boolean => lines.actorOf(a) !== lines.actorOf(b, a) || (lines.isOwn(a) && lines.isOwn(b, a))
  const pair = turnedPairs(both).find((each) => isTelling(each) && isOf(each[0], first) && isOf(each[1], second))
  return pair === undefined ? null : [pair[0].key, pair[1].key]
}
