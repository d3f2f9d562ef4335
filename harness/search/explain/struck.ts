// Where callers were waiting when data was chosen that decides: all of them where a fault struck, whoever had asked where it is a delay. In
// the failing execution, looked at no further than that.
import type { Execution } from '../../core/execution.js'
import type { WaitingAt } from '../../core/explanation.js'
import { isHold, type Policy } from '../../core/policy.js'
import type { Experiments } from './experiments.js'
import type { Neighbour } from './nearest.js'
import { placeOf } from './pair.js'

export interface Struck {
  readonly policy: Policy
  /** The failing execution, with its steps. */
  readonly looked: Execution
  readonly passing: Execution | null
  /** What decides is the change that it leaves out, or puts in. */
  readonly found: Neighbour | null
}

/** Those whose calls were open; empty where no line is known. A fault that is put in struck nobody. */
export const waitingOnData = async (experiments: Experiments, struck: Struck): Promise<WaitingAt[]> => {
  const { policy, looked } = struck
  const chosen = chosenIn(struck)
  if (chosen === null) return []
  const { suspended = [] } = await experiments.look(policy, [], chosen.step + 1)
  const open = chosen.kind === 'fault' ? openCalls(looked, chosen.step) : new Set([looked.steps[chosen.step]?.actor])
  const waits = suspended.filter(({ actor, at }) => open.has(actor) && at.length > 0)
  // Who waits in several places at once waits for this in one of them.
  if (chosen.kind === 'delay' && waits.length !== 1) return []
  const told = chosen.kind === 'fault' ? {} : { isAsker: true as const }
  return [...new Map(waits.map(({ actor, at }) => [actor, { actor, at: placeOf(at[0] as string), ...told }])).values()]
}

interface Chosen {
  readonly kind: 'fault' | 'delay'
  /** Index of the step in which it was chosen: up to there the two executions are the same. */
  readonly step: number
}

const chosenIn = ({ looked, passing, found }: Struck): Chosen | null => {
  if (found === null || isHold(found.crossing.flipped)) return null
  const { flip, crossing } = found
  const { take, step } = crossing.flipped as Exclude<typeof crossing.flipped, { hold: string }>
  const execution = flip.kind === 'left out' ? looked : passing
  const at = execution?.answers.findIndex((answer) => answer.step === step) ?? -1
  const kind = execution?.answers[at]?.kind
  if (execution === null || (kind !== 'delay' && (kind !== 'fault' || flip.kind === 'put in'))) return null
  const tasks = execution.answers.slice(0, at).filter((answer) => answer.kind === 'run').length
  const chosen = execution.steps.filter(({ options }) => options > 1)
  const from = tasks === 0 ? 0 : (chosen[tasks - 1]?.n ?? 0)
  const place = execution.steps.find(({ n, chose = [] }) => n >= from && chose.some((each) => each === `${kind}: ${take}`))
  return place === undefined ? null : { kind, step: place.n }
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
