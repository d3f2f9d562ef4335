// The one producer of `pass`: it knows whether anything happened that could have gone wrong, and refuses a vacuous pass by name.
import type { Execution } from '../core/execution.js'
import { type HistoryEvent, isNotDispatcher } from '../core/history.js'
import type { Verdict } from '../core/verdict.js'

export interface Evidence {
  /** Looks at one execution; free once everything needed has been seen. */
  see(execution: Execution): void
  /** `null`: a pass means something. Else why it does not. */
  missing(): Verdict | null
}

const VACUOUS = 'vacuous-pass'

const refused = (symptom: string, message: string): Verdict => ({ oracle: VACUOUS, outcome: 'unknown', symptom, message })

const NO_EXECUTION = refused('no-execution', 'nothing was executed, so nothing can be said')
const NO_OPERATION = refused(
  'no-operation',
  'no caller did an operation, so there was nothing to judge; give the callers operations, or record them with call()',
)
const NO_OVERLAP = refused(
  'no-overlap',
  'no two callers were ever at work at the same time, so nothing could race; start them together, or give them more to do',
)
const NO_CHOICE = refused(
  'no-open-choice',
  'no execution had a choice, so every schedule was the same; let stand-ins take a while (world.slow(stub)), or use real timers, sockets and files',
)

/** `recorded`: callers record operations, which then must be there and overlap; else two actors that took steps will do. */
export const createEvidence = (recorded: boolean): Evidence => {
  let executed = false
  let operation = !recorded
  let overlap = false
  let choice = false
  return {
    see: (execution) => {
      executed = true
      if (operation && overlap && choice) return
      const { history, answers, stats } = execution
      choice ||= answers.length > 0
      operation ||= history.some(({ actor }) => isNotDispatcher(actor))
      overlap ||= recorded ? hasOverlap(history) : Object.keys(stats.stepsByActor).filter(isNotDispatcher).length > 1
    },
    missing: () => {
      if (!executed) return NO_EXECUTION
      if (!operation) return NO_OPERATION
      // Without a choice nothing can overlap in more than one way, and the remedy is the same for both.
      if (!choice) return NO_CHOICE
      return overlap ? null : NO_OVERLAP
    },
  }
}

/** Whether an operation was invoked while another actor's was open. */
const hasOverlap = (history: readonly HistoryEvent[]): boolean => {
  const open = new Map<number, string>()
  for (const { actor, call, type } of history) {
    if (!isNotDispatcher(actor)) continue
    if (type !== 'invoke') {
      open.delete(call)
      continue
    }
    for (const other of open.values()) if (other !== actor) return true
    open.set(call, actor)
  }
  return false
}
