// The same order of two steps, turned round wherever it came about: where two sessions fail in one way, one of them is not enough.
import type { Execution, Step } from '../../core/execution.js'
import type { Change, Hold } from '../../core/policy.js'
import { type Flip, laterSteps, type PutInOptions, released } from './flips.js'
import type { Lines } from './told-line.js'

/** More of them at once than a person follows. */
const TIMES_AT_MOST = 8

export interface Repeating {
  /** With the lines of its steps. */
  readonly looked: Execution
  readonly lines: Lines
}

/** Each order that came about more than once, all of it turned round; `flipped` is the first of them. Backwards from the end. */
export function* repeatedFlips(changes: readonly Change[], { looked, lines }: Repeating, options: PutInOptions): Generator<Flip> {
  const isNear = ({ n }: Step): boolean => n < options.before && n > options.after
  const steps = new Map(looked.steps.map((step) => [step.key, step]))
  const orders = new Map<string, Pair[]>()
  for (const { hold, until } of laterSteps(changes, looked, isNear)) {
    const pair: Pair = [steps.get(hold) as Step, steps.get(until) as Step]
    const name = nameOf(pair, lines)
    if (name !== null) orders.set(name, [...(orders.get(name) ?? []), pair])
  }
  for (const pairs of orders.values()) {
    const [first, ...others] = matched(pairs).map(([hold, until]): Hold => ({ hold: hold.key, until: until.key }))
    if (first === undefined || others.length === 0 || others.length >= TIMES_AT_MOST) continue
    const base = changes.map((change) => [first, ...others].reduce((before, { hold }) => released(before, hold, looked), change))
    const rest = [...base, ...others]
    yield { flipped: first, kind: 'put in', changes: [...rest, first], rest, failing: changes, again: others.length }
  }
}

type Pair = readonly [Step, Step]

/** The first of the ones with the first of the others, and so on: no step is in two of them. */
const matched = (pairs: readonly Pair[]): Pair[] => {
  const taken = new Set<Step>()
  return pairs
    .toSorted(([a, b], [c, d]) => a.n - c.n || b.n - d.n)
    .filter((pair) => {
      if (pair.some((step) => taken.has(step))) return false
      for (const step of pair) taken.add(step)
      return true
    })
}

/** By the lines of the two, and by whether one and the same goes on in both. `null` where a line is not known. */
const nameOf = ([before, after]: Pair, lines: Lines): string | null => {
  const [one, other] = [lines.of(before), lines.of(after, before)]
  if (one === undefined || other === undefined) return null
  return JSON.stringify([one, other, lines.actorOf(before) === lines.actorOf(after, before)])
}
