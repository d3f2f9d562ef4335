// What was acknowledged is stored, once: the promise of every write-behind cache, queue and log.
import type { Execution } from '../core/execution.js'
import { type Call, callsOf } from '../core/history.js'
import type { Oracle } from '../core/verdict.js'
import { type Done, exactlyOnce } from './exactly-once.js'

export interface AcknowledgedWritesOptions {
  /** What a caller's operation writes (a token, say), unique in the execution; `null` where it writes nothing. Pure. */
  readonly writes: (call: Call) => string | null
  /** What has reached the store, as often as it did: from the requests that it served, or from its content at the end. Pure. */
  readonly stored: (execution: Execution) => readonly Done[]
  /** Writes that were acknowledged before the callers came. Default: none. */
  readonly before?: readonly string[]
  /** Writes that need not be stored any more, since what they belong to was deleted. Default: none. */
  readonly excused?: (execution: Execution) => readonly string[]
  /** What is written, in words. Default: `write`. */
  readonly what?: string
  /** Default: `acknowledged-writes`. */
  readonly name?: string
}

/**
 * Fails where an acknowledged write (its operation ended as `ok`) never reached the store once all was over (`missing`), or reached it
 * more than once (`twice`); and where something was stored that nobody wrote (`undue`). A write whose operation failed, was given up or
 * never ended may be stored or not, but not twice. Nothing is missing where the execution was cut short or a request was left without an
 * answer (`info`): whoever waits for a store that says nothing may have more to store.
 */
export const acknowledgedWrites = (options: AcknowledgedWritesOptions): Oracle => {
  const { writes, stored, before = [], excused = () => [], what = 'write', name = 'acknowledged-writes' } = options
  const written = (calls: readonly Call[]): string[] => calls.flatMap((call) => writes(call) ?? [])
  return exactlyOnce({
    name,
    what: `the saving of ${what}`,
    done: stored,
    due: (execution) => {
      if (execution.history.some(({ type }) => type === 'info')) return []
      const needless = new Set(excused(execution))
      const acknowledged = callsOf(execution.history).filter(({ end }) => end?.type === 'ok')
      const due = acknowledged.flatMap((call) => [writes(call) ?? []].flat().map((key) => ({ key, event: call.invoke.n })))
      return [...before.map((key) => ({ key })), ...due].filter(({ key }) => !needless.has(key))
    },
    may: ({ history }) => [...before, ...written(callsOf(history))],
  })
}
