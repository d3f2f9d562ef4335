// What a flush is about: the sessions that were there when it began, and none that came later.
import { type Execution, type HistoryEvent, invariant, nonInterference, type Oracle } from '../../harness/index.js'
import { keyOf } from './scene.js'
import { callsIn, type Use } from './uses.js'

/**
 * A flush saves every session that is in the table when it begins, once, and no other. `before`: keys whose sessions are there before
 * the callers come.
 */
export const flushesWhatWasThere = (before: readonly string[]): Oracle =>
  invariant('flushed', ({ history }) => {
    const uses = usesIn(history, before)
    const wrong = uses.flatMap((use) => (use.op === 'flush' && use.output !== null ? wrongWith(use, uses) : []))
    return wrong.length === 0 || wrong.join('; ')
  })

/** A flush saved a session that came after it began, be it under a key that it had saved already. */
export const savedLater =
  (before: readonly string[]) =>
  (_: unknown, { history }: Pick<Execution, 'history'>): boolean => {
    const uses = usesIn(history, before)
    const savesLater = (use: Use): boolean => laterThan(use, uses).length > 0 || twiceIn(use).length > 0
    return uses.some((use) => use.op === 'flush' && use.output !== null && savesLater(use))
  }

/** A flush waits for the sessions that were there when it began; whoever works on one key waits for nobody else's. */
export const flushesApart = (before: readonly string[]): Oracle =>
  nonInterference({ part: (event, { history }) => partsOf(event, usesIn(history, before)) })

const partsOf = (event: HistoryEvent, uses: readonly Use[]): string | readonly string[] | null => {
  const flush = event.op === 'flush' ? uses.find(({ begin }) => begin === event.n) : undefined
  return flush === undefined ? keyOf(event) : keysBefore(flush, uses, 'maybe')
}

const usesIn = (history: readonly HistoryEvent[], before: readonly string[]): Use[] => [
  ...before.map((key) => ({ actor: 'main', op: 'open', key, text: null, begin: -1, end: -1, output: null })),
  ...callsIn(history),
]

const wrongWith = (flush: Use, uses: readonly Use[]): string[] => {
  const keys = flush.output as readonly string[]
  const missing = keysBefore(flush, uses, 'surely').filter((key) => !keys.includes(key))
  const says = (found: readonly string[], what: string): string[] =>
    found.length === 0 ? [] : [`${flush.actor}'s flush ${what.replace('KEYS', found.join(' and '))}`]
  return [
    ...says(laterThan(flush, uses), 'saved KEYS too, which came after it began'),
    ...says(missing, 'left out KEYS, which was there when it began'),
    ...says(twiceIn(flush), 'saved KEYS more than once'),
  ]
}

const twiceIn = ({ output }: Use): string[] => {
  const keys = output as readonly string[]
  return keys.filter((key, i) => keys.indexOf(key) < i)
}

const laterThan = (flush: Use, uses: readonly Use[]): string[] => {
  const maybe = keysBefore(flush, uses, 'maybe')
  return (flush.output as readonly string[]).filter((key) => !maybe.includes(key))
}

/** Keys whose session was in the table when a flush began: surely, or as far as can be told. */
const keysBefore = (flush: Use, uses: readonly Use[], how: 'surely' | 'maybe'): string[] => {
  const comes = uses.filter(({ op, begin }) => ['say', 'open', 'new'].includes(op) && begin < flush.begin)
  const goes = uses.filter(({ op, begin }) => ['delete', 'new'].includes(op) && begin < flush.begin)
  const isThere = (use: Use): boolean =>
    use.end < flush.begin && goes.every((other) => other === use || other.key !== use.key || other.end < use.begin)
  const there = how === 'maybe' ? comes : comes.filter(isThere)
  return [...new Set(there.flatMap(({ key }) => key ?? []))]
}
