// One load for each key at a time: the promise of every cache that coalesces misses.
import type { Execution } from '../core/execution.js'
import { callsOf, DISPATCHER, type HistoryEvent } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { eventsOf, grouped, overlapsIn, type Span } from './spans.js'

/** One call of a loader. */
export interface Load extends Span {
  readonly key: string
  /** Ordinal (`n`) of the history event with which it begins. */
  readonly event?: number
}

export interface LoadedOnceOptions {
  /** The key that a request of the dispatcher loads; `null`: it loads none. Pure. Default: none does. */
  readonly key?: (request: HistoryEvent) => string | null
  /** Every load that there was, where no dispatcher serves them. Pure. Default: the dispatcher's requests that have a `key`. */
  readonly loads?: (execution: Execution) => readonly Load[]
  /** Default: `loaded-once`. */
  readonly name?: string
}

/**
 * Fails with the symptom `loaded-twice`, once for each key, where a load of a key began while another load of the same key was open: who
 * misses at the same time as somebody else is to wait for that one's load. A load after the end of another is no fault: what was
 * loaded may have expired. A load that gets no answer is open to the end.
 */
export const loadedOnce = ({ key = () => null, loads, name = 'loaded-once' }: LoadedOnceOptions): Oracle => ({
  name,
  judge: (execution) => {
    const all = loads?.(execution) ?? requestsOf(execution, key)
    const verdicts = [...grouped(all, (load) => load.key)].flatMap(([loaded, own]): Verdict[] => {
      const twice = overlapsIn(own)
      if (twice.length === 0) return []
      const together = own.filter((load) => twice.some((pair) => pair.includes(load)))
      const message = `${loaded} was loaded ${TIMES[together.length] ?? `${together.length} times`} at the same time`
      return [{ oracle: name, outcome: 'fail', symptom: 'loaded-twice', message, ...eventsOf(together) }]
    })
    return verdicts.length > 0 ? verdicts : { oracle: name, outcome: 'pass', message: 'one load for each key at a time' }
  },
})

const TIMES: Readonly<Record<number, string>> = { 2: 'twice', 3: 'three times' }

const requestsOf = ({ history }: Execution, keyOf: (request: HistoryEvent) => string | null): readonly Load[] =>
  callsOf(history, (actor) => actor === DISPATCHER).flatMap(({ invoke, end }) => {
    const key = keyOf(invoke)
    return key === null ? [] : { key, from: invoke.n, until: end === null || end.type === 'info' ? null : end.n, event: invoke.n }
  })
