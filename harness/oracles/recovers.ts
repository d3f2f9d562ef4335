// Whoever has lost a connection connects anew: a loss harms those who were under way, and nobody who comes after it was noticed.
import { type Call, callsOf, DISPATCHER, type HistoryEvent } from '../core/history.js'
import { tokensOf } from '../core/tokens.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { shortened } from './sentence.js'
import { type Service, serviceOf } from './served.js'

const RECOVERS = 'recovers'
const PASS: Verdict = { oracle: RECOVERS, outcome: 'pass', message: 'every loss was over once it had been noticed' }

/**
 * For subjects that promise to connect anew, which `ownResponse` cannot know: to it any earlier fault excuses a call that fails before
 * it was sent. Fails with the symptom `not-recovered` where a call failed that the dispatcher never received, although each injected
 * fault before its end had been noticed before it began: a call that was on the same connection, and not answered, had failed. Not
 * judged is what comes after a crash, and calls without a token.
 */
export const recovers = (): Oracle => ({
  name: RECOVERS,
  judge: ({ history }) => {
    const losses = lossesIn(history)
    if (losses.length === 0) return PASS
    const calls = callsOf(history)
    const tokens = tokensOf(calls.map(({ invoke }) => invoke))
    const service = serviceOf(history, calls, tokens)
    const noticed = losses.map((loss) => noticedBy(loss, calls, service))
    const index = calls.findIndex((call, i) => {
      const isUnsent = tokens[i] !== null && call.end?.type === 'fail' && service.of(i).requests.length === 0
      return isUnsent && knewAll(call, losses, noticed)
    })
    return index === -1 ? PASS : verdictOn(calls[index] as Call, noticed, tokens[index] as string)
  },
})

/** A fault of which a caller may hear, or after which nobody can be reached. */
const lossesIn = (history: readonly HistoryEvent[]): HistoryEvent[] =>
  history.filter(({ actor, type, error }) => actor === DISPATCHER && type === 'info' && error !== CLOSED)

/** What waited behind the request that was struck: the loss is that one's. */
const CLOSED = 'connection closed'

/** The first call to fail that was on the connection when it was lost; nobody has noticed a crash for good. */
const noticedBy = ({ n, via, error }: HistoryEvent, calls: readonly Call[], service: Service): Call | null => {
  if (error === 'crash') return null
  const failed = calls.filter(({ end }, i) => {
    const { requests, answers } = service.of(i)
    const wasThere = requests.some((request) => request.via?.connection === via?.connection)
    return wasThere && end?.type === 'fail' && end.n > n && answers.every(({ type }) => type === 'info')
  })
  return failed.sort((a, b) => endOf(a) - endOf(b))[0] ?? null
}

const endOf = ({ end }: Call): number => end?.n ?? Number.POSITIVE_INFINITY

/** At least one loss came before the call, and each that came before its end was noticed before it began. */
const knewAll = (call: Call, losses: readonly HistoryEvent[], noticed: readonly (Call | null)[]): boolean => {
  const before = losses.flatMap(({ n }, i) => (n < endOf(call) ? [noticed[i] ?? null] : []))
  return before.length > 0 && before.every((by) => by !== null && endOf(by) < call.invoke.n)
}

const verdictOn = ({ invoke, end }: Call, noticed: readonly (Call | null)[], token: string): Verdict => {
  const by = noticed.filter((one) => one !== null && endOf(one) < invoke.n).at(-1) as Call
  const who = `${invoke.actor}'s call ${token}`
  const message = `${who} failed before the dispatcher received it, although the connection was known to be lost since ${by.invoke.actor}'s call had failed: ${shortened(end?.error || '(no error text)')}`
  const events = [by.end?.n, invoke.n, end?.n].filter((n) => n !== undefined)
  return { oracle: RECOVERS, outcome: 'fail', symptom: 'not-recovered', message, events }
}
