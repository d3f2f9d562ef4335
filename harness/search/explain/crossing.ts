// Where a failing and a passing execution part: one task that comes before another in the one, and after it in the other.
import type { Execution } from '../../core/execution.js'
import { type Change, type Hold, isHold } from '../../core/policy.js'
import { keyParts } from '../../core/task-key.js'
import type { Came, Experiments } from './experiments.js'
import type { Flip } from './flips.js'
import { causesIn, sameSteps } from './same-steps.js'
import type { Lines } from './told-line.js'

/** One task among others, moved along them: `at(i)` has it behind the first `i` of them. */
interface Move {
  readonly task: string
  readonly others: readonly string[]
  at(i: number): readonly Change[]
  /** Which end of the way passes. */
  readonly passes: 'first' | 'last'
  /** The key that one of the others has in the failing execution. */
  inFailing(other: string): string | undefined
}

/** Two tasks by their keys, in the order in which the failing execution has them. */
export type Order = readonly [string, string]

export interface Crossing {
  /** What the passing execution follows. */
  readonly changes: readonly Change[]
  readonly flipped: Change
  /** `null`: no two tasks, or not both in the failing execution. */
  readonly order: Order | null
  /** The second of the two was slow: it was held back, and is what the flip lets go. */
  readonly slow: boolean
}

export interface Sides {
  /** Recorded. */
  readonly failing: Execution
  readonly flip: Flip
  /** What came of the flip; recorded. */
  readonly passing: Execution
  /** What `passing` comes to. */
  readonly goal: Came
  /** Of the failing one. */
  readonly lines: Lines
}

export const crossingOf = async (experiments: Experiments, sides: Sides): Promise<Crossing> => {
  const { failing, passing, flip, goal, lines } = sides
  if (flip.again !== undefined && isHold(flip.flipped)) return asRepeated(flip, flip.flipped, sides)
  const at = partingOf(failing, passing)
  const [before, after] = [failing.steps[at], passing.steps[at]]
  const later = after === undefined ? undefined : sameSteps(passing.steps, failing.steps)(after)
  const order = before === undefined || later === undefined ? null : orderIn(failing, [before.key, later.key], passing)
  const asFound = { changes: flip.changes, flipped: keyed(flip.flipped, passing), order, slow: isSlow(flip, order) }
  const move = moveOf({ failing, passing, flip, at })
  if (move === null) return asFound
  const own = ownOf(failing, { move, lines })
  const amongOwn = own === null ? null : await nearest(experiments, { move: own, failing, flip, goal })
  return amongOwn ?? (await nearest(experiments, { move, failing, flip, goal })) ?? asFound
}

/** What several have in common is told as it was found: the nearest end of one of them would be its own. */
const asRepeated = ({ changes }: Flip, flipped: Hold, { failing, passing }: Sides): Crossing => {
  const order = orderIn(failing, [flipped.hold, flipped.until], passing)
  return { changes, flipped, order, slow: false }
}

/** Only past steps in which the subject ran, so that the two can be told by lines of it; `null` where that says nothing more. */
const ownOf = ({ steps }: Execution, { move, lines }: { readonly move: Move; readonly lines: Lines }): Move | null => {
  const own = new Set(steps.filter((step) => lines.of(step) !== undefined).map(({ key }) => key))
  const past = move.others.flatMap((key, i) => (own.has(move.inFailing(key) ?? '') ? [i] : []))
  if (!own.has(move.task) || past.length === 0 || past.length === move.others.length) return null
  // Behind the i-th of them.
  const at = (i: number) => move.at(i === 0 ? 0 : i === past.length ? move.others.length : (past[i - 1] as number) + 1)
  return { ...move, others: past.map((i) => move.others[i] as string), at }
}

/** Index of the first step that is not the same. */
export const partingOf = (a: Execution, b: Execution): number => {
  const index = a.steps.findIndex(({ key }, i) => key !== b.steps[i]?.key)
  return index < 0 ? a.steps.length : index
}

/** `null` unless both ran in the failing one, one before the other, which did not come of it; and in the passing one the other way round. */
const orderIn = ({ steps }: Execution, [first, second]: Order, passing: Execution | null): Order | null => {
  const [one, other] = [first, second].map((key) => steps.find((step) => step.key === key))
  if (one === undefined || other === undefined || other.n <= one.n || causesIn(steps)(other, first)) return null
  if (passing === null) return [first, second]
  const same = sameSteps(steps, passing.steps)
  const [after, before] = [same(one)?.n ?? -1, same(other)?.n ?? -1]
  return before >= 0 && after > before ? [first, second] : null
}

/** A hold of the failing one's made it late: of the task itself, or of one that leads to it, which was overtaken by the same. */
const isSlow = ({ failing }: Flip, order: Order | null): boolean => {
  if (order === null) return false
  const [first, second] = order
  const isLate = (change: Change): boolean =>
    isHold(change) && (change.hold === second || (change.until === first && actorOf(change.hold) === actorOf(second)))
  return failing.some(isLate)
}

const actorOf = (key: string): string | undefined => keyParts(key)?.actor

/** A choice that was made by its number, by the keys under which the passing execution has met it. */
export const keyed = (change: Change, { deviations }: Pick<Execution, 'deviations'>): Change => {
  if (isHold(change) || change.at !== '') return change
  return deviations.find((each) => !isHold(each) && each.step === change.step) ?? change
}

interface Parted extends Omit<Sides, 'goal' | 'lines'> {
  readonly at: number
}

/** The task that the flip moved, and those past which it went; `null` where it moved no task. */
const moveOf = ({ failing, passing, flip, at }: Parted): Move | null => {
  const { flipped, kind, rest } = flip
  const inPassing = { from: passing, inFailing: keysIn(failing, passing), at, rest, passes: 'last' as const }
  const inFailing = { from: failing, inFailing: (key: string) => key, at, rest, passes: 'first' as const }
  if (isHold(flipped)) return late(flipped.hold, kind === 'left out' ? inFailing : inPassing)
  // What the failing one took early comes late in the passing one, or the other way round.
  if (kind === 'left out') return early(failing.steps[at]?.key, inPassing)
  return early(inPassing.inFailing(passing.steps[at]?.key ?? ''), inFailing)
}

const keysIn = (failing: Execution, passing: Execution): Move['inFailing'] => {
  const same = sameSteps(passing.steps, failing.steps)
  const byKey = new Map(passing.steps.map((step) => [step.key, step]))
  return (key) => {
    const step = byKey.get(key)
    return step === undefined ? undefined : same(step)?.key
  }
}

interface Way {
  /** The execution in which the task comes behind the others, which it parts from at `at`. */
  readonly from: Execution
  readonly at: number
  readonly rest: readonly Change[]
  readonly passes: Move['passes']
  readonly inFailing: Move['inFailing']
}

const others = (task: string, { from: { steps }, at }: Way): string[] => {
  const end = steps.findIndex(({ key }) => key === task)
  return steps.slice(at, Math.max(at, end)).map(({ key }) => key)
}

/** Held back until the one after the other has come. */
const late = (task: string, way: Way): Move | null => {
  const passed = others(task, way)
  const at = (i: number) => (i === 0 ? way.rest : [...way.rest, { hold: task, until: passed[i - 1] as string }])
  return passed.length === 0 ? null : { task, others: passed, at, passes: way.passes, inFailing: way.inFailing }
}

/** Brought forward by holding back those that would come before it. */
const early = (task: string | undefined, way: Way): Move | null => {
  if (task === undefined) return null
  const passed = others(task, way)
  const at = (i: number) => [...way.rest, ...passed.slice(i).map((hold) => ({ hold, until: task }))]
  if (passed.length === 0 || passed.length > EARLY_AT_MOST) return null
  return { task, others: passed, at, passes: way.passes, inFailing: way.inFailing }
}

/** Every hold is looked for at every choice. */
const EARLY_AT_MOST = 200

/** The two neighbouring places of the task of which one passes and the other fails, by halving; `null` where the ends are not so. */
const nearest = async (
  experiments: Experiments,
  { move, failing, flip, goal }: { move: Move; failing: Execution; flip: Flip; goal: Came },
): Promise<Crossing | null> => {
  const isFirst = move.passes === 'first'
  const [atFirst, atLast]: readonly [Came, Came] = isFirst ? [goal, 'fails'] : ['fails', goal]
  const comesTo = (i: number): Promise<Came> => experiments.comesTo(move.at(i))
  let [low, high] = [0, move.others.length]
  if ((await comesTo(low)) !== atFirst || (await comesTo(high)) !== atLast) return null
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const came = await comesTo(middle)
    if (came === atFirst) low = middle
    else if (came === atLast) high = middle
    else return null
  }
  const other = move.inFailing(move.others[low] as string) ?? ''
  const order = orderIn(failing, isFirst ? [other, move.task] : [move.task, other], null)
  if (order === null) return null
  const changes = move.at(isFirst ? low : high)
  return { changes, flipped: flippedOf(flip, changes), order, slow: isSlow(flip, order) }
}

/** The change that makes the passing one what it is: the hold that keeps the two apart, unless leaving one out was enough. */
const flippedOf = ({ flipped, rest }: Flip, changes: readonly Change[]): Change => changes[rest.length] ?? flipped
