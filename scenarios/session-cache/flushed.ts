// The oracle of flushes: each covers what was there when it began.
import { exactlyOnce, type HistoryEvent, type Oracle } from '../../harness/index.js'
import { callsIn, type Use } from './uses.js'

/** A flush covers the sessions that were in the table when it began: each once, and no other. */
export const everySessionFlushed = (): Oracle =>
  exactlyOnce({
    name: 'flushed',
    what: 'the flush of',
    done: ({ history }) =>
      flushesIn(history).flatMap((flush) => flush.keys.map((key) => ({ key: nameOf(flush, key), event: flush.end }))),
    due: ({ history }) =>
      flushesIn(history).flatMap((flush) => keysBefore(flush, history, 'surely').map((key) => nameOf(flush, key))),
    may: ({ history }) =>
      flushesIn(history).flatMap((flush) => keysBefore(flush, history, 'maybe').map((key) => nameOf(flush, key))),
  })

const flushesIn = (history: readonly HistoryEvent[]): Use[] =>
  callsIn(history).filter(({ op, end }) => op === 'flush' && Number.isFinite(end))

const nameOf = ({ actor, begin }: Use, key: string): string => `${key} by ${actor}'s flush (event ${begin})`

/** Keys whose session was in the table when the flush began: surely, or as far as can be told. */
const keysBefore = (flush: Use, history: readonly HistoryEvent[], how: 'surely' | 'maybe'): string[] => {
  const calls = callsIn(history)
  const uses = calls.filter(({ op, begin }) => (op === 'say' || op === 'open') && begin < flush.begin)
  const isGone = (use: Use): boolean =>
    calls.some(({ op, key, begin, end }) => op === 'delete' && key === use.key && end > use.begin && begin < flush.end)
  const there = how === 'maybe' ? uses : uses.filter((use) => use.end < flush.begin && !isGone(use))
  return [...new Set(there.flatMap(({ key }) => key ?? []))]
}
