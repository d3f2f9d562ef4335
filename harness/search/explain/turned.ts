// Steps in which the subject went on, one before the other where it fails and after it where it passes: what can be told of an order that
// the scheduler knows by tasks of its own, such as a request on its way, or that came of data.
import type { Execution, Step } from '../../core/execution.js'
import type { Change } from '../../core/policy.js'
import type { Order } from './crossing.js'
import type { Flip } from './flips.js'
import { causesIn, sameGoing, sameSteps } from './same-steps.js'
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
const turnedPairs = ({ failing: { steps }, passing, lines }: Both, sameIn = sameSteps): Pair[] => {
  const isCausedBy = causesIn(steps)
  const same = sameIn(steps, passing.steps)
  const places = new Map(passing.steps.map((step, i) => [step, i]))
  const placeOf = (step: Step): number => places.get(same(step) as Step) ?? Number.POSITIVE_INFINITY
  // Where it came to pass, and later, nothing can have come of it, whatever arrived together with what.
  const isTurned = (a: Step, b: Step): boolean =>
    placeOf(b) < placeOf(a) && (!isCausedBy(b, a.key) || (sameIn === sameGoing && Number.isFinite(placeOf(a))))
  const own = steps.filter((step) => step.went !== undefined).slice(0, AT_MOST)
  const pairs = own.flatMap((a, i) => own.slice(i + 1).flatMap((b): Pair[] => (isTurned(a, b) ? [[a, b]] : [])))
  return pairs
    .map((pair) => ({ pair, worth: worthOf(pair, lines) }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ pair }) => pair)
}

/** Ends that are told by lines of the story itself. */
const worthOf = ([a, b]: Pair, lines: Lines): number => [lines.isOwn(a), lines.isOwn(b, a)].filter(Boolean).length

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
  const [first, second] = stepsOf(both, order)
  if (first?.went !== undefined && second?.went !== undefined) return order
  return keysOf(turnedPairs(both).find((pair) => isTelling(both, pair) && cameOf(both, sameSteps)(pair, [first, second])))
}

/** Whom the verdict is about: by them it is told which of the steps that came of an order are meant. */
export interface Concerns extends Both {
  readonly concerned: readonly Concern[]
}

/** A caller's call, by the steps in which it went on: from and to these numbers. */
export interface Concern {
  readonly actor: string
  readonly from: number
  readonly to: number
}

/** `told`, unless neither of its steps is of anybody whom the verdict is about: then what came of `order` for one of those. */
export const concernedOrder = (both: Concerns, told: Order, order: Order | null): Order => {
  if (both.concerned.length === 0 || concernedIn(both, stepsOf(both, told)) > 0) return told
  const isOf = cameOf(both, sameGoing)
  const tasks = stepsOf(both, order)
  const isMeant = (pair: Pair): boolean => concernedIn(both, pair) > 0 && isTelling(both, pair) && isOf(pair, tasks)
  return keysOf(turnedPairs(both, sameGoing).find(isMeant)) ?? told
}

/** Of all that changed places the two that are the closest, of two whom the verdict is about; `null` where there are none. */
export const closestOrder = (both: Concerns): Order | null => {
  const apart = ([a, b]: Pair): number => b.n - a.n
  const better = (one: Pair, other: Pair): number =>
    worthOf(other, both.lines) - worthOf(one, both.lines) || apart(one) - apart(other)
  const pairs = turnedPairs(both, sameGoing).filter((pair) => concernedIn(both, pair) === 2 && isTelling(both, pair))
  return keysOf(pairs.toSorted(better)[0])
}

type Steps = readonly [Step | undefined, Step | undefined]

const stepsOf = ({ failing: { steps } }: Both, order: Order | null): Steps => {
  const [first, second] = (order ?? []).map((key) => steps.find((step) => step.key === key))
  return [first, second]
}

const keysOf = (pair: Pair | undefined): Order | null => (pair === undefined ? null : [pair[0].key, pair[1].key])

const concernedIn = ({ lines, concerned }: Concerns, [a, b]: Steps): number => {
  const isConcerned = (step: Step | undefined, after?: Step): boolean =>
    step !== undefined &&
    concerned.some(({ actor, from, to }) => from <= step.n && step.n <= to && actor === lines.actorOf(step, after))
  return [isConcerned(a), isConcerned(b, a)].filter(Boolean).length
}

/** What one and the same goes on with may have come of both: then only lines of the story itself say which. */
const isTelling = ({ lines }: Both, [a, b]: Pair): boolean =>
  lines.actorOf(a) !== lines.actorOf(b, a) || (lines.isOwn(a) && lines.isOwn(b, a))

/** Whether each step of the one pair came of that of the other, or is it, in one of the two executions: in the other it may have come with another. */
const cameOf = ({ failing, passing }: Both, sameIn: typeof sameSteps): ((pair: Pair, of: Steps) => boolean) => {
  const [inFailing, inPassing] = [causesIn(failing.steps), causesIn(passing.steps)]
  const same = sameIn(failing.steps, passing.steps)
  const cameThere = (step: Step, of: Step): boolean => {
    const [there, before] = [same(step), same(of)]
    return sameIn === sameGoing && there !== undefined && before !== undefined && inPassing(there, before.key)
  }
  const came = (step: Step, of: Step | undefined): boolean =>
    of === undefined || step === of || inFailing(step, of.key) || cameThere(step, of)
  return ([a, b], [first, second]) => came(a, first) && came(b, second)
}
