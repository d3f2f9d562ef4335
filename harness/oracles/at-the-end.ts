// What an oracle may say of the state at the end: only once everybody is done is it the state that stays.
import type { Execution } from '../core/execution.js'
import { isNotDispatcher } from '../core/history.js'

/**
 * Why the state at the end cannot be judged, or `null`: an execution that was cut short has none yet, and a call that was given up
 * (`info`) still waits inside the subject.
 */
export const notJudged = ({ end, history }: Execution): string | null => {
  if (end.kind !== 'completed') return 'not judged: the execution was cut short'
  if (history.some(({ type, actor }) => type === 'info' && isNotDispatcher(actor))) return 'not judged: a call was given up'
  return null
}
