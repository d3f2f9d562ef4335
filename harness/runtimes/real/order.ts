// The order of a counterexample, as far as a dispatcher and the callers can see it: what has to come before each answer.
import { type Call, callsOf, DISPATCHER, type HistoryEvent, MALFORMED } from '../../core/history.js'
import { carries, tokensOf } from '../../core/tokens.js'

/**
 * Names of moments, in order: `begins TAG-1` and `ends TAG-1` of a caller's operation, `arrives TAG-1` and `answered TAG-1` of its
 * request at the dispatcher; the second request with one token is `arrives TAG-1 (2)`.
 */
export type Order = readonly string[]

export const begins = (token: string): string => `begins ${token}`
export const ends = (token: string): string => `ends ${token}`

const ANSWERED = 'answered '
export const isAnswer = (moment: string): boolean => moment.startsWith(ANSWERED)
export const isArrival = (moment: string): boolean => moment.startsWith('arrives ')

/** Names the moments at a dispatcher: tells by the token whose request an event is about. */
export interface Namer {
  /** `null` for an event that is no moment: a request of nobody's, a loss. */
  momentOf(event: Pick<HistoryEvent, 'type' | 'call' | 'op' | 'input'>): string | null
}

/** `tokens`: those of the callers' operations. */
export const createNamer = (tokens: readonly string[]): Namer => {
  const counts = new Map<string, number>()
  const names = new Map<number, string>()
  const arrival = ({ call, input }: Pick<HistoryEvent, 'call' | 'input'>): string | null => {
    const token = tokens.find((each) => carries(input, each))
    if (token === undefined) return null
    const nth = (counts.get(token) ?? 0) + 1
    counts.set(token, nth)
    const name = nth === 1 ? token : `${token} (${nth})`
    names.set(call, name)
    return `arrives ${name}`
  }
  return {
    momentOf(event) {
      if (event.type === 'invoke') return event.op === MALFORMED ? null : arrival(event)
      const name = names.get(event.call)
      return name === undefined || event.type === 'info' ? null : `${ANSWERED}${name}`
    },
  }
}

/** What a history has shown, in order. Empty where no dispatcher of ours has answered anything. */
export const orderOf = (history: readonly HistoryEvent[]): Order => {
  const tokens = tokensByCall(callsOf(history))
  const namer = createNamer([...tokens.values()])
  const order = history.flatMap((event) => {
    const moment = event.actor === DISPATCHER ? namer.momentOf(event) : callersMoment(event, tokens)
    return moment ?? []
  })
  return order.some(isAnswer) ? order : []
}

const callersMoment = ({ type, call }: HistoryEvent, tokens: ReadonlyMap<number, string>): string | null => {
  const token = tokens.get(call)
  if (token === undefined || type === 'info') return null
  return type === 'invoke' ? begins(token) : ends(token)
}

const tokensByCall = (calls: readonly Call[]): Map<number, string> => {
  const tokens = tokensOf(calls.map(({ invoke }) => invoke))
  return new Map(calls.flatMap(({ invoke }, index) => (tokens[index] == null ? [] : [[invoke.call, tokens[index]] as const])))
}
