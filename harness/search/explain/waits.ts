// Who waits for whom where nobody moves any more. It is said where it is seen: who has ended the same wait in another execution, or,
// where two alone are stuck, that the one would have come to its end without the other's step before it. Whoever made a promise need not be
// the one who will settle it.
import type { Execution, Step, Suspended, Woken } from '../../core/execution.js'
import type { Wait } from '../../core/explanation.js'
import { DISPATCHER, MAIN } from '../../core/history.js'
import { type Change, follow } from '../../core/policy.js'
import type { Experiments } from './experiments.js'

export interface Standstill {
  /** The failing execution, with its lines. */
  readonly looked: Execution
  /** The nearest one that passes, with its lines; `null` where none is known. */
  readonly passing: Execution | null
  /** What the failing one follows. */
  readonly changes: readonly Change[]
}

/** One for each actor of the subject's that waits. */
export const explainWaits = async (experiments: Experiments, standstill: Standstill): Promise<Wait[]> => {
  const { looked, passing } = standstill
  const waiting = lastWaits(looked)
  const stuck = new Set(waiting.map(({ actor }) => actor))
  const waits: Wait[] = []
  for (const wait of waiting) {
    const seen = wakerOf(wait, passing?.woken ?? [], stuck)
    waits.push(told(wait, seen ?? (await causeOf(experiments, standstill, { wait, stuck }))))
  }
  return waits
}

/** The wait that began last is what keeps an actor. The body itself waits for its callers, which goes without saying. */
const lastWaits = ({ end: { waiting = [] }, suspended = [] }: Execution): Suspended[] => {
  const own = suspended.filter(({ actor }) => actor !== DISPATCHER && !actor.startsWith(`${DISPATCHER}/`))
  const unseen = waiting.map(callerIn).filter((name) => !own.some(({ actor }) => actor === name))
  const callers = [...own.filter(({ actor }) => actor !== MAIN), ...unseen.map((actor) => ({ actor, at: [] }))]
  return [...new Map((callers.length > 0 ? callers : own).map((wait) => [wait.actor, wait])).values()]
}

/** Of `ann: terminal TAG-1`, as of a name alone. */
const callerIn = (waiting: string): string => waiting.split(': ', 1)[0] as string

const told = (wait: Suspended, waitsFor: string | null): Wait => ({
  actor: wait.actor,
  waitsFor,
  ...(wait.in === undefined ? {} : { in: wait.in }),
  ...(wait.at[0] === undefined ? {} : { at: wait.at[0] }),
})

/** Where several ended waits at that place, which of them it would be is not known. Somebody who has come to its end will not end it. */
const wakerOf = (wait: Suspended, wakings: readonly Woken[], stuck: ReadonlySet<string>): string | null => {
  const same = wakings.filter(({ actor, at }) => actor === wait.actor && at.join() === wait.at.join())
  const [waker, ...others] = new Set(same.map(({ by }) => by))
  return waker !== undefined && others.length === 0 && stuck.has(waker) ? waker : null
}

/** Steps of another one's that are tried. */
const STEPS_AT_MOST = 6

interface Waiting {
  readonly wait: Suspended
  readonly stuck: ReadonlySet<string>
}

/** Each of the others' last steps after all of the waiting one's: who ends the wait then, or whether there is none. */
const causeOf = async (
  experiments: Experiments,
  { looked, changes }: Standstill,
  { wait, stuck }: Waiting,
): Promise<string | null> => {
  const { actor } = wait
  const last = looked.steps.findLast((step) => step.actor === actor)
  if (last === undefined || wait.at.length === 0) return null
  for (const step of [...stuck].filter((other) => other !== actor).flatMap((other) => chosenOf(looked.steps, other, last))) {
    if (experiments.over) return null
    const execution = await experiments.look(follow([...changes, { hold: step.key, until: last.key }]), [])
    const waker = wakerOf(wait, execution.woken ?? [], stuck)
    if (waker !== null) return waker
    // With more than two, it may be one whom the other waits for in his turn.
    if (stuck.size === 2 && !lastWaits(execution).some((each) => each.actor === actor)) return step.actor
  }
  return null
}

const chosenOf = (steps: readonly Step[], actor: string, before: Step): Step[] =>
  steps
    .filter((step) => step.actor === actor && step.options > 1 && step.n < before.n)
    .slice(-STEPS_AT_MOST)
    .toReversed()
