// What the history tells, as rows: who asked, what the dispatcher did, what came back, and who still waits.
import type { Execution } from '../core/execution.js'
import { DISPATCHER, type HistoryEvent, MALFORMED } from '../core/history.js'
import type { Verdict } from '../core/verdict.js'
import { type Crossings, crossingsOf } from './crossings.js'
import { type PlacedRow, placeOfEvent, type Row } from './rows.js'
import { cut, safe } from './text.js'
import { spelled } from './words.js'

/** Columns that data may take in a row. */
const DATA_WIDTH = 40
const ERROR_WIDTH = 44
const MOST_TOKENS = 3

/** Whether it is told when the dispatcher received a request. */
export type Receipts = 'always' | 'where it matters'

export const eventRows = (
  { history }: Execution,
  verdicts: readonly Verdict[],
  receipts: Receipts = 'where it matters',
): PlacedRow[] => {
  const crossings = crossingsOf(history, verdicts)
  const view: View = {
    crossings,
    requests: new Map(history.filter(isRequest).map((event) => [event.call, event])),
    showsReceipts: receipts === 'always' || receiptsMatter(history, verdicts, crossings),
    showsConnections: new Set(history.flatMap(({ via }) => via?.connection ?? [])).size > 1,
  }
  return history.flatMap((event) => {
    const row = event.actor === DISPATCHER ? dispatcherRow(event, view) : callerRow(event, view)
    return row === null ? [] : [{ ...row, at: placeOfEvent(event.step), event }]
  })
}

interface View {
  readonly crossings: Crossings
  /** Requests as the dispatcher received them, by call. */
  readonly requests: ReadonlyMap<number, HistoryEvent>
  readonly showsReceipts: boolean
  readonly showsConnections: boolean
}

const isRequest = ({ actor, type }: HistoryEvent): boolean => actor === DISPATCHER && type === 'invoke'

/** Requests overlapped, or arrived in another order than they were sent. */
const receiptsMatter = (history: readonly HistoryEvent[], verdicts: readonly Verdict[], { tokensIn }: Crossings): boolean => {
  if (verdicts.some(({ oracle, outcome }) => oracle === 'serial-requests' && outcome === 'fail')) return true
  const received = history.filter(isRequest).flatMap(({ input }) => tokensIn(input))
  const sent = history
    .filter(({ actor, type }) => actor !== DISPATCHER && type === 'invoke')
    .flatMap(({ input }) => tokensIn(input))
  return received.join(' ') !== sent.filter((token) => received.includes(token)).join(' ')
}

const callerRow = (event: HistoryEvent, { crossings }: View): Row => {
  const { actor, type, op, token, input, output, error = '' } = event
  if (type === 'invoke')
    return { actor, text: `send ${safe(op)} ${token === undefined ? named(crossings, input) : safe(token)}`.trimEnd() }
  const text =
    type === 'ok'
      ? `receive ${named(crossings, output)}`
      : `${type === 'fail' ? 'fail' : 'give up'}: ${cut(safe(error), ERROR_WIDTH)}`
  const mark = crossings.markOn(event)
  return mark === null ? { actor, text } : { actor, text, mark: safe(mark) }
}

const dispatcherRow = (event: HistoryEvent, view: View): Row | null => {
  const { type, op, input, output, error = '', via, call } = event
  const request = view.requests.get(call)
  const asked = request?.input ?? input
  // Without a token nothing but the tool tells requests about one thing apart.
  const tool = view.crossings.tokensIn(asked).length === 0 ? `${safe(op)} ` : ''
  const what = op === MALFORMED ? MALFORMED : `${tool}${named(view.crossings, asked)}`
  const connection = via === undefined || !view.showsConnections ? {} : { connection: safe(via.connection) }
  const row = (text: string): Row => ({ actor: DISPATCHER, text, ...connection })
  const why = cut(safe(error), ERROR_WIDTH)
  switch (type) {
    case 'invoke':
      if (op === MALFORMED) return row(`take ${MALFORMED}: ${spelled(input, DATA_WIDTH)}`)
      return view.showsReceipts ? row(`take ${what}`) : null
    case 'ok':
      return row(`answer ${request === undefined ? named(view.crossings, output) : what}`)
    case 'fail':
      return row(`refuse ${what}: ${why}`)
    case 'info':
      return row(`lose ${what} (${why})`)
  }
}

/** Data by the tokens in it, which is how the reader knows it; else by itself. */
const named = ({ tokensIn }: Crossings, data: unknown): string => {
  const tokens = tokensIn(data)
  if (tokens.length === 0) return data === undefined ? 'nothing' : spelled(data, DATA_WIDTH)
  const more = tokens.length > MOST_TOKENS ? ` and ${tokens.length - MOST_TOKENS} more` : ''
  return safe(tokens.slice(0, MOST_TOKENS).join(' ')) + more
}
