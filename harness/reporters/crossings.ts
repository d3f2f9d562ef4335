// Whose answer is it? What a timeline marks, told by tokens, and where those do not tell, by what the oracle found.
import { type Call, callsOf, type HistoryEvent } from '../core/history.js'
import { carries, tokensOf } from '../core/tokens.js'
import type { Verdict } from '../core/verdict.js'

export interface Crossings {
  /** Tokens of callers that occur in `data`, in the order of their calls. */
  tokensIn(data: unknown): readonly string[]
  /** What to mark on the end of a call; `null` where it is in order. */
  markOn(end: HistoryEvent): string | null
}

/** Reads the callers' calls of a history and the verdicts on it. */
export const crossingsOf = (history: readonly HistoryEvent[], verdicts: readonly Verdict[]): Crossings => {
  const calls = callsOf(history)
  const tokens = tokensOf(calls.map(({ invoke }) => invoke))
  const tokensIn = (data: unknown): string[] => tokens.filter((token): token is string => token !== null && carries(data, token))
  const markOn = (end: HistoryEvent): string | null => {
    const index = calls.findIndex((call) => call.end === end)
    const own = tokens[index] ?? null
    const data = end.type === 'ok' ? end.output : end.error
    if (own === null || !carries(data, own)) {
      const owner = calls.findIndex((_, other) => other !== index && isIn(data, tokens[other]))
      if (owner >= 0 && !isIn(calls[index]?.invoke.input, tokens[owner])) return belongsTo(calls[owner] as Call, end)
    }
    return markByVerdict(history, verdicts, end)
  }
  return { tokensIn, markOn }
}

const isIn = (data: unknown, token: string | null | undefined): boolean => typeof token === 'string' && carries(data, token)

const belongsTo = ({ invoke }: Call, end: HistoryEvent): string =>
  `belongs to ${invoke.actor}${invoke.actor === end.actor ? "'s other call" : ''}`

/** own-response lists the events of a receiver (its invocation, its end) and then those of the owner. */
const markByVerdict = (history: readonly HistoryEvent[], verdicts: readonly Verdict[], end: HistoryEvent): string | null => {
  const verdict = verdicts.find(
    ({ oracle, outcome, events }) => oracle === 'own-response' && outcome === 'fail' && events?.[1] === end.n,
  )
  if (verdict === undefined || verdict.symptom === 'unexpected-failure') return null
  const owner = history[verdict.events?.[2] ?? -1]
  if (verdict.symptom === 'garbled') return owner === undefined ? 'belongs to nobody' : `with the answer of ${owner.actor}`
  return owner === undefined ? null : `belongs to ${owner.actor}`
}
