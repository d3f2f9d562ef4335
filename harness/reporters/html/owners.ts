// Whose call an event is about: what gives arrows and rows their colour, and shows where an answer went astray.
import type { Execution } from '../../core/execution.js'
import { type Call, callsOf, DISPATCHER, type HistoryEvent } from '../../core/history.js'
import { carries, tokensOf } from '../../core/tokens.js'
import type { Verdict } from '../../core/verdict.js'

export interface Owners {
  readonly calls: readonly Call[]
  /** The call that the data of an event belongs to; for what a caller got, that may be another one than its own. */
  callOf(event: HistoryEvent): Call | null
}

/** By token; where that does not tell, by what the oracle for responses found. */
export const ownersOf = ({ history }: Execution, verdicts: readonly Verdict[]): Owners => {
  const calls = callsOf(history)
  const tokens = tokensOf(calls.map(({ invoke }) => invoke))
  const requests = new Map(history.filter(isRequest).map((event) => [event.call, event]))
  const byToken = (data: unknown, preferred: number): Call | null => {
    const isIn = (index: number): boolean => tokens[index] != null && carries(data, tokens[index])
    if (preferred >= 0 && isIn(preferred)) return calls[preferred] as Call
    return calls.find((_, index) => isIn(index)) ?? null
  }
  const callOf = (event: HistoryEvent): Call | null => {
    if (event.actor === DISPATCHER) return byToken((requests.get(event.call) ?? event).input, -1)
    const own = calls.findIndex(({ invoke }) => invoke.call === event.call)
    if (event.type === 'invoke' || event.type === 'info') return calls[own] ?? null
    const found = byToken(event.type === 'ok' ? event.output : event.error, own)
    return found ?? byVerdict(event, calls, verdicts) ?? calls[own] ?? null
  }
  const known = new Map<number, Call | null>()
  return {
    calls,
    callOf(event) {
      const call = known.get(event.n)
      if (call !== undefined) return call
      known.set(event.n, callOf(event))
      return known.get(event.n) ?? null
    },
  }
}

const isRequest = ({ actor, type }: HistoryEvent): boolean => actor === DISPATCHER && type === 'invoke'

/** own-response lists the events of a receiver (its invocation, its end) and then those of the owner. */
const byVerdict = ({ n }: HistoryEvent, calls: readonly Call[], verdicts: readonly Verdict[]): Call | null => {
  const verdict = verdicts.find(
    ({ oracle, outcome, events }) => oracle === 'own-response' && outcome === 'fail' && events?.[1] === n,
  )
  return calls.find(({ invoke }) => invoke.n === verdict?.events?.[2]) ?? null
}
