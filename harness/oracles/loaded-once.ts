// One load for each key at a time: the promise of every cache that coalesces misses.
import { HarnessError } from '../core/errors.js'
import type { Execution } from '../core/execution.js'
import { DISPATCHER, type HistoryEvent, isNotDispatcher } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { eventsOf, grouped, overlapsIn, type Span } from './spans.js'

/** One call of a loader. */
export interface Load extends Span {
  readonly key: string
  /** Ordinal (`n`) of the history event with which it begins. */
  readonly event?: number
}

/** Where the loads are seen: one of the two. */
export type LoadedOnceOptions = (FromDispatcher | FromLoads) & {
  /** Default: `loaded-once`. */
  readonly name?: string
}

interface FromDispatcher {
  /** The key that a request of the dispatcher loads; `null`: it loads none. Pure. */
  readonly key: (request: HistoryEvent) => string | null
  readonly loads?: never
}

interface FromLoads {
  /** Every load that there was, as the subject or a stand-in tells it. Pure. */
  readonly loads: (execution: Execution) => readonly Load[]
  readonly key?: never
}

/**
 * Fails with the symptom `loaded-twice`, once for each key, where a load of a key began while another load of the same key was open: who
 * misses at the same time as somebody else is to wait for that one's load. A load after the end of another is no fault: what was
 * loaded may have expired.
 *
 * With `key` only the dispatcher's side is seen: a load begins as its request arrives, and is over once it is answered. One that gets no
 * answer, or a late one, is open until a caller's operation fails or is given up, since the load may have been given up with it and
 * the next one is right; one whose connection was lost is not judged, since nobody knows when the subject noticed. A subject that gives up
 * a load and begins another within the same call (its own time-outs and retries, hedged requests) tells its `loads` instead.
 *
 * Throws `BAD_OPTION` where it is told neither `key` nor `loads`.
 */
export const loadedOnce = ({ key, loads, name = 'loaded-once' }: LoadedOnceOptions): Oracle => {
  const loadsOf = loads ?? requestsBy(key)
  return {
    name,
    judge: (execution) => {
      const all = loadsOf(execution)
      const verdicts = [...grouped(all, (load) => load.key)].flatMap(([loaded, own]): Verdict[] => {
        const twice = overlapsIn(own)
        if (twice.length === 0) return []
        const together = own.filter((load) => twice.some((pair) => pair.includes(load)))
        const message = `${loaded} was loaded ${TIMES[together.length] ?? `${together.length} times`} at the same time`
        return [{ oracle: name, outcome: 'fail', symptom: 'loaded-twice', message, ...eventsOf(together) }]
      })
      if (verdicts.length > 0) return verdicts
      const message = all.length === 0 ? `${name}: nothing to judge (nothing was loaded)` : 'one load for each key at a time'
      return { oracle: name, outcome: 'pass', message }
    },
  }
}

const TIMES: Readonly<Record<number, string>> = { 2: 'twice', 3: 'three times' }

type KeyOf = (request: HistoryEvent) => string | null

/** Loads as a dispatcher sees them. */
const requestsBy = (keyOf: KeyOf | undefined): ((execution: Execution) => readonly Load[]) => {
  if (keyOf === undefined) {
    throw new HarnessError('BAD_OPTION', 'loadedOnce is not told what a load is, so it would never find anything', {
      found: 'neither `key` nor `loads`',
      expected: 'the key that a request of the dispatcher loads, or all loads of an execution',
    })
  }
  return ({ history }) => {
    const lost = lostIn(history)
    return history.flatMap((request): Load[] => {
      if (request.type !== 'invoke' || request.actor !== DISPATCHER) return []
      const key = keyOf(request)
      // The first one counts: an answer that comes twice has been there before.
      const end = history.find(({ actor, call, type }) => actor === DISPATCHER && call === request.call && type !== 'invoke')
      if (key === null || isLost(request, end, lost)) return []
      return [{ key, from: request.n, until: untilOf(request, end, history), event: request.n }]
    })
  }
}

/** A dispatcher's words for a request that it keeps, or whose answer it loses, while its connection works on. */
const SILENT: readonly string[] = ['never', 'drop']

/** Connections that did not live to the end, or on which nothing can be understood any more. */
const lostIn = (history: readonly HistoryEvent[]): ReadonlySet<string> =>
  new Set(history.flatMap((event) => (isLoss(event) ? (event.via?.connection ?? []) : [])))

const isLoss = ({ actor, type, error = '' }: HistoryEvent): boolean =>
  actor === DISPATCHER && type === 'info' && !SILENT.includes(error)

/** What was answered was over before its connection was. */
const isLost = ({ via }: HistoryEvent, end: HistoryEvent | undefined, lost: ReadonlySet<string>): boolean => {
  if (end?.type === 'ok' || end?.type === 'fail') return false
  return (end !== undefined && isLoss(end)) || (via !== undefined && lost.has(via.connection))
}

/** Whose operation ends without having what it asked for may have given up the load. */
const untilOf = ({ n }: HistoryEvent, end: HistoryEvent | undefined, history: readonly HistoryEvent[]): number | null => {
  const answered = end === undefined || end.type === 'info' ? Number.POSITIVE_INFINITY : end.n
  const givenUp = history.find((event) => event.n > n && isNotDispatcher(event.actor) && ENDS_WITHOUT.includes(event.type))
  const until = Math.min(answered, givenUp?.n ?? Number.POSITIVE_INFINITY)
  return until === Number.POSITIVE_INFINITY ? null : until
}

const ENDS_WITHOUT: readonly HistoryEvent['type'][] = ['fail', 'info']
