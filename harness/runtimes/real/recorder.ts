// The history of a run: what the callers do here and what the dispatcher does in a process of its own, on one clock.
import type { EventFacts, HistoryEvent, HistoryRecorder } from '../../core/history.js'
import { endsTheQueue } from '../../dispatchers/connection.js'
import { monotonicMs } from './monotonic.js'
import { inOrder } from './real-execution.js'

export interface RealRecorder extends HistoryRecorder {
  /** An event of the dispatcher's, with the time at which it happened there. */
  hear(event: HistoryEvent): void
  /** Grows with every event, as they become known. */
  readonly count: number
  /** Requests that the dispatcher has taken and not dealt with yet; without those that it never will, behind a `never`. */
  readonly unanswered: number
  /** What happens from now on, by the end of everything, is no part of the history. What has happened may still become known. */
  end(): void
  /** In the order in which they happened, with ms since `startMs`. */
  history(startMs: number): HistoryEvent[]
}

export interface RealRecorderOptions {
  /** Monotonic ms from which the dispatcher's times count. */
  readonly zeroMs: number
  /** Told of each event as it becomes known, with ms since `zeroMs`. */
  readonly onEvent?: (event: HistoryEvent) => void
}

export const createRealRecorder = ({ zeroMs, onEvent = () => {} }: RealRecorderOptions): RealRecorder => {
  const events: HistoryEvent[] = []
  const unanswered = new Map<number, string>()
  const silent = new Set<string>()
  let calls = 0
  let endMs = Number.POSITIVE_INFINITY
  const add = (facts: EventFacts, atMs: number): void => {
    if (atMs > endMs) return
    const event = { ...facts, n: events.length, atMs, step: events.length }
    events.push(event)
    onEvent(event)
  }
  return {
    // The dispatcher counts calls of its own: theirs are odd, those made here even.
    nextCall: () => 2 * ++calls,
    record: (facts) => add(facts, monotonicMs() - zeroMs),
    hear(event) {
      const { type, call, via: { connection = '' } = {} } = event
      if (type === 'invoke') unanswered.set(call, connection)
      else unanswered.delete(call)
      if (endsTheQueue(event)) silent.add(connection)
      add({ ...event, call: 2 * event.call + 1 }, event.atMs)
    },
    get count() {
      return events.length
    },
    get unanswered() {
      return [...unanswered.values()].filter((connection) => !silent.has(connection)).length
    },
    end() {
      endMs = monotonicMs() - zeroMs
    },
    history: (startMs) => inOrder(events, startMs - zeroMs),
  }
}
