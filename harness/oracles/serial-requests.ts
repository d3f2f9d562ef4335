// On a connection without request ids at most one request may be outstanding: the precondition of every swapped answer.
import { DISPATCHER, type HistoryEvent } from '../core/history.js'
import { carries, tokensOf } from '../core/tokens.js'
import type { Oracle, Verdict } from '../core/verdict.js'

const SERIAL_REQUESTS = 'serial-requests'
const PASS: Verdict = { oracle: SERIAL_REQUESTS, outcome: 'pass', message: 'one request at a time on every connection' }

/**
 * Fails with the symptom `overlap` where the dispatcher received a request on a connection on which it had not yet answered an
 * earlier one. Judged from the dispatcher's own events, connection by connection (`via.connection`). A request that ended as `info`
 * counts as answered. Only for protocols without request ids: neither for those with ids nor for the file protocol.
 */
export const serialRequests = (): Oracle => ({
  name: SERIAL_REQUESTS,
  judge: ({ history }) => {
    const overlap = firstOverlap(history)
    if (overlap === null) return PASS
    const [early, late] = overlap
    const who = callerNames(history)
    const connection = late.via?.connection ?? ''
    return {
      oracle: SERIAL_REQUESTS,
      outcome: 'fail',
      symptom: 'overlap',
      message: `${who(late)}'s request arrived on connection ${connection} while ${who(early)}'s was still unanswered`,
      events: [early.n, late.n],
    }
  },
})

const firstOverlap = (history: readonly HistoryEvent[]): readonly [HistoryEvent, HistoryEvent] | null => {
  const outstanding = new Map<string, HistoryEvent>()
  for (const event of history) {
    if (event.actor !== DISPATCHER || event.via === undefined) continue
    const { connection } = event.via
    const earlier = outstanding.get(connection)
    if (event.type !== 'invoke') {
      if (earlier?.call === event.call) outstanding.delete(connection)
    } else if (earlier === undefined) outstanding.set(connection, event)
    else return [earlier, event]
  }
  return null
}

/** Names the caller whose token a request carries; a request that carries nobody's is "somebody". */
const callerNames = (history: readonly HistoryEvent[]): ((request: HistoryEvent) => string) => {
  const invocations = history.filter(({ type, actor }) => type === 'invoke' && actor !== DISPATCHER)
  const tokens = tokensOf(invocations)
  return (request) => {
    const index = tokens.findIndex((token) => token !== null && carries(request.input, token))
    return invocations[index]?.actor ?? 'somebody'
  }
}
