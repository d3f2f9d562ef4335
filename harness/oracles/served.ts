// The dispatcher's side of each call: which requests carried its token, how they were answered, and what faults explain.
import { type Call, DISPATCHER, type HistoryEvent } from '../core/history.js'
import { carries } from '../core/tokens.js'

export interface Served {
  /** Requests whose input carries the call's token; several where the subject sent it again. */
  readonly requests: readonly HistoryEvent[]
  /** How these requests ended: `ok`, `fail`, or `info` where a fault struck or the connection went. Several for one request where it was answered twice. */
  readonly answers: readonly HistoryEvent[]
}

export interface Service {
  of(index: number): Served
  /** Whether an injected fault explains that this call failed or waits: it hit the call, its connection, or what came before. */
  struckByFault(index: number): boolean
  /** Whether an injected fault hit this very call, or one struck before and it was never received. */
  hitByFault(index: number): boolean
  /** The dispatcher recorded anything at all. */
  readonly recorded: boolean
}

const NONE: Served = { requests: [], answers: [] }

/** What a dispatcher records where the other side closed; a fault's doing only if one struck before. */
const CLOSED = 'connection closed'

/** Reads the dispatcher's events of a history. Calls without a token are served by nobody, as far as can be known. */
export const serviceOf = (
  history: readonly HistoryEvent[],
  calls: readonly Call[],
  tokens: readonly (string | null)[],
): Service => {
  const events = history.filter(({ actor }) => actor === DISPATCHER)
  const faults = faultsAmong(events)
  const served = new Map<number, Served>()
  const of = (index: number): Served => {
    const token = tokens[index] ?? null
    if (token === null) return NONE
    const known = served.get(index) ?? servedFor(events, token)
    served.set(index, known)
    return known
  }
  const faultsBefore = (index: number): HistoryEvent[] => {
    const endedAt = calls[index]?.end?.n ?? Number.POSITIVE_INFINITY
    return faults.filter(({ n }) => n < endedAt)
  }
  const struckByFault = (index: number): boolean => {
    const before = faultsBefore(index)
    const { requests } = of(index)
    // Never received: whatever struck before may have kept it from being sent.
    if (requests.length === 0) return before.length > 0
    // Received, or even answered: a client that gives up its connection because of a fault fails everybody who is on it.
    return requests.some((request) => before.some((fault) => sharesConnection(fault, request)))
  }
  const hitByFault = (index: number): boolean => {
    const { requests, answers } = of(index)
    return requests.length === 0 ? faultsBefore(index).length > 0 : answers.some((answer) => faults.includes(answer))
  }
  return { of, struckByFault, hitByFault, recorded: events.length > 0 }
}

/** Losses that are no mere close, and second answers to one request. */
const faultsAmong = (events: readonly HistoryEvent[]): HistoryEvent[] => {
  const answered = new Set<number>()
  return events.filter(({ type, call, error }) => {
    if (type === 'invoke') return false
    const isSecond = answered.has(call)
    answered.add(call)
    return isSecond || (type === 'info' && error !== CLOSED)
  })
}

const servedFor = (events: readonly HistoryEvent[], token: string): Served => {
  const requests = events.filter(({ type, input }) => type === 'invoke' && carries(input, token))
  if (requests.length === 0) return NONE
  const ids = new Set(requests.map(({ call }) => call))
  return { requests, answers: events.filter(({ type, call }) => type !== 'invoke' && ids.has(call)) }
}

const sharesConnection = (a: HistoryEvent, b: HistoryEvent): boolean =>
  a.via === undefined || b.via === undefined || a.via.connection === b.via.connection
