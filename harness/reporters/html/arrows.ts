// From each request to its response: who sent it, where it arrived, where it was answered, and who got the answer.
import { type Call, DISPATCHER, type HistoryEvent } from '../../core/history.js'
import type { Owners } from './owners.js'

/** `crossed`: the answer reached somebody else. `lost`: it reached nobody, and `to` is null. */
export type ArrowKind = 'request' | 'response' | 'crossed' | 'lost'

/** Ends are events, by `n`. */
export interface Arrow {
  readonly from: number
  readonly to: number | null
  readonly kind: ArrowKind
  readonly owner: Call | null
}

/** From where a call was received or made to where it ended, by `n`; `to` is null where it never did. */
export interface Bar {
  readonly from: number
  readonly to: number | null
  readonly owner: Call | null
}

export const arrowsOf = (history: readonly HistoryEvent[], owners: Owners): Arrow[] => {
  const ends = history.filter(({ actor, type }) => actor !== DISPATCHER && type !== 'invoke')
  const reached = new Set<number>()
  const atDispatcher = history.filter(({ actor }) => actor === DISPATCHER)
  const told = atDispatcher.flatMap((event): Arrow[] => {
    const owner = owners.callOf(event)
    if (owner === null) return []
    if (event.type === 'invoke') return [{ from: owner.invoke.n, to: event.n, kind: 'request', owner }]
    if (event.type === 'info') return []
    const end = ends.find(
      ({ n, type }) => n > event.n && type === event.type && !reached.has(n) && isAbout(history[n], owner, owners),
    )
    if (end === undefined) return [{ from: event.n, to: null, kind: 'lost', owner }]
    reached.add(end.n)
    return [{ from: event.n, to: end.n, kind: end.call === owner.invoke.call ? 'response' : 'crossed', owner }]
  })
  return [...told, ...straight(ends, owners, reached)]
}

const isAbout = (event: HistoryEvent | undefined, call: Call, owners: Owners): boolean =>
  event !== undefined && owners.callOf(event) === call

/** Where no dispatcher tells of it, an answer that went astray comes from the call that it belongs to. */
const straight = (ends: readonly HistoryEvent[], owners: Owners, reached: ReadonlySet<number>): Arrow[] =>
  ends.flatMap((end): Arrow[] => {
    const owner = owners.callOf(end)
    if (reached.has(end.n) || owner === null || owner.invoke.call === end.call) return []
    return [{ from: owner.invoke.n, to: end.n, kind: 'crossed', owner }]
  })

/** Each call in the lane of its caller, each request in the lane of the dispatcher. */
export const barsOf = (history: readonly HistoryEvent[], owners: Owners): Bar[] => {
  const answered = new Map(
    history.filter(({ actor, type }) => actor === DISPATCHER && type !== 'invoke').map(({ call, n }) => [call, n]),
  )
  const calls = owners.calls.map((call): Bar => ({ from: call.invoke.n, to: call.end?.n ?? null, owner: call }))
  const requests = history
    .filter(({ actor, type }) => actor === DISPATCHER && type === 'invoke')
    .map((event): Bar => ({ from: event.n, to: answered.get(event.call) ?? null, owner: owners.callOf(event) }))
  return [...calls, ...requests]
}
