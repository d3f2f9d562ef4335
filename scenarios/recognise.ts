// How the RPC scenarios tell their races apart: by what happened, never by what an error says.
import type { Execution, Verdict } from '../harness/index.js'

/** A caller received what belongs to another. */
export const crossed = ({ symptom = '' }: Verdict): boolean => ['swap', 'duplicate', 'late'].includes(symptom)

/** The dispatcher received the request of the call that failed. */
export const wasSent = ({ events = [] }: Verdict, { history }: Execution): boolean => {
  const failed = history.find(({ n }) => n === events[0])
  return history.some(({ actor, input }) => actor === 'dispatcher' && JSON.stringify(input) === JSON.stringify(failed?.input))
}

/** Nothing was ever sent, and nobody waits: the client itself does not work. */
export const everyCallFailed = (_: Verdict, { history }: Execution): boolean =>
  history.every(({ actor, type }) => actor !== 'dispatcher' && (type === 'invoke' || type === 'fail'))
