// Where callers were waiting when a fault struck: in the failing execution, looked at no further than that.
import type { Execution } from '../../core/execution.js'
import type { WaitingAt } from '../../core/explanation.js'
import { type Change, isHold, type Policy } from '../../core/policy.js'
import type { Experiments } from './experiments.js'
import type { Neighbour } from './nearest.js'
import { placeOf } from './pair.js'

export interface Struck {
  readonly policy: Policy
  /** The failing execution, with its steps. */
  readonly looked: Execution
  /** The change that decides is the one that it leaves out. */
  readonly found: Neighbour | null
}

/** Those whose calls were open; empty where the change is no fault, or where no line is known. */
export const waitingWhenStruck = async (experiments: Experiments, { policy, looked, found }: Struck): Promise<WaitingAt[]> => {
  const step = found?.flip.kind === 'left out' ? stepOfFault(looked, found.flip.flipped) : null
  if (step === null) return []
  const { suspended = [] } = await experiments.look(policy, [], step + 1)
  const open = openCalls(looked, step)
  const waits = suspended.filter(({ actor, at }) => open.has(actor) && at.length > 0)
  const byActor = new Map(waits.map(({ actor, at }) => [actor, { actor, at: placeOf(at[0] as string) }]))
  return [...byActor.values()]
}

/** Index of the step in which it struck. */
const stepOfFault = ({ answers, steps }: Execution, flipped: Change): number | null => {
  if (isHold(flipped)) return null
  const at = answers.findIndex(({ step }) => step === flipped.step)
  if (answers[at]?.kind !== 'fault') return null
  const tasks = answers.slice(0, at).filter(({ kind }) => kind === 'run').length
  const chosen = steps.filter(({ options }) => options > 1)
  const from = tasks === 0 ? 0 : (chosen[tasks - 1]?.n ?? 0)
  return steps.find(({ n, chose = [] }) => n >= from && chose.some((each) => each === `fault: ${flipped.take}`))?.n ?? null
}

const openCalls = ({ history }: Execution, step: number): ReadonlySet<string> => {
  const open = new Map<number, string>()
  for (const event of history) {
    if (event.step > step) break
    if (event.type === 'invoke') open.set(event.call, event.actor)
    else open.delete(event.call)
  }
  return new Set(open.values())
}
