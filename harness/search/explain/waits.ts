// Who waits for whom where nobody moves any more: whose promise it is, or who has ended the same wait in an execution that passed.
import type { Execution, Suspended, Woken } from '../../core/execution.js'
import type { Wait } from '../../core/explanation.js'
import { DISPATCHER, MAIN } from '../../core/history.js'

/** One for each actor of the subject's that waits: the wait that began last is what keeps it. */
export const waitsOf = ({ suspended = [] }: Execution, wakings: readonly Woken[]): Wait[] => {
  const waiting = suspended.filter(({ actor }) => actor !== DISPATCHER && !actor.startsWith(`${DISPATCHER}/`))
  const named = waiting.some(({ actor }) => actor !== MAIN) ? waiting.filter(({ actor }) => actor !== MAIN) : waiting
  const byActor = new Map(named.map((wait) => [wait.actor, wait]))
  const isStuck = (actor: string): boolean => byActor.has(actor)
  return [...byActor.values()].map((wait) => told(wait, wakerOf(wait, wakings, isStuck)))
}

/** Whoever waits for nobody in particular may still be told so once more is known. */
export const isOpen = (waits: readonly Wait[]): boolean => waits.some(({ waitsFor }) => waitsFor === null)

const told = (wait: Suspended, waitsFor: string | null): Wait => ({
  actor: wait.actor,
  waitsFor,
  ...(wait.in === undefined ? {} : { what: wait.in }),
  ...(wait.at[0] === undefined ? {} : { at: wait.at[0] }),
})

/** Somebody who has come to its end will not end the wait: then nobody in particular will. */
const wakerOf = (wait: Suspended, wakings: readonly Woken[], isStuck: (actor: string) => boolean): string | null => {
  if (wait.of !== undefined && isStuck(wait.of)) return wait.of
  const same = ({ actor, at, by }: Woken): boolean => actor === wait.actor && isStuck(by) && at.join() === wait.at.join()
  return wakings.find(same)?.by ?? null
}
