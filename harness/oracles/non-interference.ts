// Non-interference: whoever works on one part (a key, a session) does not wait for the I/O of another.
import type { Execution } from '../core/execution.js'
import { callsOf, DISPATCHER, type HistoryEvent } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { listedUpTo } from './sentence.js'

export interface NonInterferenceOptions {
  /**
   * Names the part of the whole that an invocation concerns: a key, a session, a tenant. Asked of callers' operations and of the
   * requests that a dispatcher received (`actor` tells them apart). A list: all the parts that an operation concerns, as one that
   * flushes whatever is there. `null`: none, or nobody knows which. Pure.
   */
  readonly part: (event: HistoryEvent, execution: Execution) => string | readonly string[] | null
  /** Default: `non-interference`. */
  readonly name?: string
}

/**
 * Fails with the symptom `held-up` where a caller's operation on one part never settled while only requests of other parts were left
 * without an answer: it waited behind the I/O of somebody who does not concern it. Such a silence has to be injected, by a delay that
 * may be `never`, or by `drops()`; without one there is nothing to see.
 *
 * An operation is judged where every request of its parts was answered. Nothing is judged where the silence may be to blame for more
 * than its own part: the dispatcher serves one request at a time (`service: 'fifo'`, where a client has to wait for its turn), a
 * connection was lost or another fault struck, a request without an answer belongs to no single part, or the execution was cut short.
 *
 * Not for subjects whose contract lets only so many requests out at a time, whatever their part (a pool of connections, a limiter, a
 * client without request ids that takes turns): once every place is silent, the others wait rightly.
 */
export const nonInterference = ({ part, name = 'non-interference' }: NonInterferenceOptions): Oracle => {
  const pass = (message: string): Verdict => ({ oracle: name, outcome: 'pass', message })
  return {
    name,
    judge: (execution) => {
      const unanswered = unansweredIn(execution.history)
      const [silence] = unanswered.filter(({ why }) => SWALLOWED.includes(why))
      if (silence === undefined) return pass('no request was held at its I/O')
      const excuse = excuseIn(execution, unanswered)
      if (excuse !== null) return pass(`not judged: ${excuse}`)
      const partsOf = (event: HistoryEvent): readonly string[] => [part(event, execution) ?? []].flat()
      const waiting = waitingIn(unanswered, partsOf)
      const [silent] = partsOf(silence.request)
      if (waiting === null || silent === undefined) return pass(`not judged: ${NOBODYS}`)
      const neverSettled = settlesNever(execution).map((invoke) => ({ invoke, parts: partsOf(invoke) }))
      const heldUp = neverSettled.filter(({ parts }) => parts.length > 0 && !parts.some((each) => waiting.has(each)))
      const [first] = heldUp
      if (first === undefined) return pass('nobody waited for the I/O of another part')
      const whose = neverSettled.findLast(({ invoke, parts }) => isOnly(silent, parts) && invoke.n < silence.request.n)
      return {
        oracle: name,
        outcome: 'fail',
        symptom: 'held-up',
        message: sentence({ heldUp, whose: whose ?? null, silent, tool: silence.request.op }),
        events: [first.invoke.n, silence.request.n],
      }
    },
  }
}

/** A dispatcher's words for a request that it keeps, or whose answer it loses, while its connection works on. */
const SWALLOWED: readonly string[] = ['never', 'drop']
/** What a dispatcher says of a request whose client has closed the connection: nobody waits for that one on purpose. */
const CLOSED = 'connection closed'

const NOBODYS = 'a request without an answer belongs to no single part'

/** A request that got no answer; `why` is empty where it still waits for its turn. */
interface Unanswered {
  readonly request: HistoryEvent
  readonly why: string
  readonly inTurn: boolean
}

const unansweredIn = (history: readonly HistoryEvent[]): Unanswered[] =>
  callsOf(history, (actor) => actor === DISPATCHER)
    .filter(({ end }) => end === null || end.type === 'info')
    .map(({ invoke, end }) => ({ request: invoke, why: end?.error ?? '', inTurn: end?.inTurn === true }))

/** Why others than those of its own part may rightly wait: `null` where nothing speaks for it. */
const excuseIn = ({ end, answers }: Execution, unanswered: readonly Unanswered[]): string | null => {
  if (unanswered.some(({ inTurn }) => inTurn)) return 'the dispatcher serves one request at a time'
  if (unanswered.some(({ why }) => why !== '' && why !== CLOSED && !SWALLOWED.includes(why))) return 'a connection was lost'
  const struck = answers.filter(({ kind, index }) => kind === 'fault' && index > 0).length
  if (struck > unanswered.filter(({ why }) => why === 'drop').length) return 'another fault struck'
  return ['completed', 'deadlock', 'stuck'].includes(end.kind) ? null : 'the execution was cut short'
}

type PartsOf = (event: HistoryEvent) => readonly string[]

/** The parts that wait for I/O of their own; `null` where that cannot be told. */
const waitingIn = (unanswered: readonly Unanswered[], partsOf: PartsOf): ReadonlySet<string> | null => {
  const parts = unanswered.map(({ request }) => partsOf(request))
  return parts.every(({ length }) => length === 1) ? new Set(parts.flat()) : null
}

const isOnly = (part: string, parts: readonly string[]): boolean => parts.length === 1 && parts[0] === part

/** Invocations of callers that were given up, or were still open where nothing could move any more. */
const settlesNever = ({ end: { kind }, history }: Execution): HistoryEvent[] =>
  callsOf(history)
    .filter(({ end }) => (end === null ? kind !== 'completed' : end.type === 'info'))
    .map(({ invoke }) => invoke)

interface OnParts {
  readonly invoke: HistoryEvent
  readonly parts: readonly string[]
}

interface Facts {
  readonly heldUp: readonly OnParts[]
  /** Who waits for the request that got no answer; `null` where nobody does, as behind a writer in the background. */
  readonly whose: OnParts | null
  readonly silent: string
  readonly tool: string
}

const sentence = ({ heldUp, whose, silent, tool }: Facts): string => {
  const who = listedUpTo(3, heldUp.map(named))
  const behind = whose === null ? `the ${tool} of ${silent}, which` : `${named(whose)}, whose ${tool}`
  return `${who} ${heldUp.length === 1 ? 'waits' : 'wait'} for ever behind ${behind} gets no answer`
}

const named = ({ invoke: { actor, op }, parts }: OnParts): string => `${actor}'s ${op} of ${listedUpTo(3, parts)}`
