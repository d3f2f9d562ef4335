// What was seen of an execution, as parts of what is told of it.
import type { Execution, Step } from '../../../core/execution.js'
import type { Sight } from './sight.js'

/** Steps with the lines that are known of them. */
export const seenSteps = (steps: readonly Step[], sight: Sight): Step[] =>
  steps.map((step) => {
    const seen = sight.seen(step.n)
    if (seen === null) return step
    const { resumed, went, suspended, posted } = seen
    return {
      ...step,
      ...(resumed.length === 0 ? {} : { resumed }),
      ...(went.length === 0 ? {} : { went }),
      ...(suspended.length === 0 ? {} : { suspended }),
      ...(posted === null ? {} : { posted }),
    }
  })

/** `owned`: actors of the harness. Where only parts were looked at, nobody knows what still waits. */
export const seenWaits = (sight: Sight, owned: ReadonlySet<string>): Pick<Execution, 'suspended' | 'woken'> =>
  sight.isWhole
    ? {
        suspended: sight.suspended().filter(({ actor }) => !owned.has(actor)),
        woken: sight.wakings().filter(({ actor }) => !owned.has(actor)),
      }
    : {}
