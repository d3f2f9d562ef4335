// What the process of a run does for each kind of request.
import type { AnyScenario } from '../../core/scenario.js'
import { loadScenario } from '../child/load-scenario.js'
import { send } from './channel.js'
import type { RealRequest } from './messages.js'

/** Throws what the parent is then told. */
export const perform = async ({ target, variant, task }: RealRequest): Promise<void> => {
  const scenario: AnyScenario = await loadScenario(target)
  // Each is loaded when it is needed: a run draws nothing, and starts sooner.
  if (task.kind === 'plan') {
    const { planOf } = await import('./plan.js')
    send({ type: 'plan', plan: await planOf(scenario, variant, task) })
  } else {
    const { runOnce } = await import('./run-once.js')
    send({ type: 'ran', ran: await runOnce(scenario, { target, variant, task }) })
  }
}
