// How it stands at the end, as the last rows: who still waits, for whom, and what was left open.
import type { End, Execution, Leftover } from '../core/execution.js'
import type { Wait } from '../core/explanation.js'
import { callsOf, DISPATCHER } from '../core/history.js'
import type { Verdict } from '../core/verdict.js'
import type { Row } from './rows.js'
import { cut, safe } from './text.js'

export interface EndFacts {
  readonly verdicts?: readonly Verdict[]
  readonly waits?: readonly Wait[]
}

/** Who waits stands before what was left open. */
export const endRows = (execution: Execution, { verdicts = [], waits = [] }: EndFacts = {}): Row[] => [
  ...waitingRows(execution, waits),
  ...leakedRows(execution, verdicts),
]

const waitingRows = ({ history, end }: Execution, waits: readonly Wait[]): Row[] => {
  const cycle = cycleIn(waits)
  const mark = cycle.size > 0 || !isForEver(end) ? {} : { mark: end.kind }
  const pending = callsOf(history)
    .filter((call) => call.end === null)
    .map(({ invoke }) => invoke.actor)
  return [...new Set([...pending, ...waits.map(({ actor }) => actor)])].map((actor) => {
    const wait = waits.find((each) => each.actor === actor)
    const text = wait === undefined ? `${isForEver(end) ? 'waits for ever' : 'has not ended'}${placeOf(end, actor)}` : told(wait)
    return { actor, text, atEnd: true as const, ...mark, ...(cycle.has(actor) ? { mark: 'waits in a circle' } : {}) }
  })
}

const isForEver = ({ kind }: End): boolean => kind === 'deadlock' || kind === 'stuck'

const told = ({ waitsFor, at }: Wait): string => safe(`waits for ${waitsFor ?? 'ever'}${at === undefined ? '' : ` at ${at}`}`)

/** Everybody who waits for somebody who, in the end, waits for him. */
const cycleIn = (waits: readonly Wait[]): ReadonlySet<string> => {
  const next = new Map(waits.map(({ actor, waitsFor }) => [actor, waitsFor]))
  const isInCycle = (start: string): boolean => {
    let at = next.get(start)
    for (let hops = 0; at != null && hops < waits.length; hops++) {
      if (at === start) return true
      at = next.get(at)
    }
    return false
  }
  return new Set(waits.map(({ actor }) => actor).filter(isInCycle))
}

const PLACE = / at \S+:\d+$/

/** A runtime that looked says where: `ann at client.ts:21`. */
const placeOf = ({ waiting = [] }: End, actor: string): string => {
  const entry = waiting.find((text) => text.startsWith(`${actor} at `) || text.startsWith(`${actor}: `))
  return safe(PLACE.exec(entry ?? '')?.[0] ?? '')
}

const MOST_LEAKS = 12
const LEAK_WIDTH = 48

/** Only what the oracle for leaks counts, which has a verdict for each kind: what is open in an execution that was cut short is no leak. */
const leakedRows = ({ leftovers }: Execution, verdicts: readonly Verdict[]): Row[] => {
  const kinds = verdicts.filter(({ oracle, outcome }) => oracle === 'leaks' && outcome === 'fail').map(({ symptom }) => symptom)
  const leaked = leftovers.filter((leftover) => isOpen(leftover) && kinds.includes(leftover.kind))
  const counts = ({ kind, referenced }: Leftover): boolean =>
    referenced || !leaked.some((other) => other.kind === kind && other.referenced)
  return leaked.filter(counts).slice(0, MOST_LEAKS).map(leakedRow)
}

/** Of the subject's own; errors that went astray are told by another oracle. */
export const isOpen = ({ kind, actor }: Leftover): boolean =>
  actor !== DISPATCHER && !actor.startsWith(`${DISPATCHER}/`) && kind !== 'error' && kind !== 'rejection'

/** `socket tcp ann`, `timer 50 ms`. */
export const nameOf = ({ kind, what }: Leftover): string => (what.startsWith(kind) ? what : `${kind} ${what}`)

const leakedRow = (leftover: Leftover): Row => ({
  actor: leftover.actor,
  text: `left open: ${cut(safe(nameOf(leftover)), LEAK_WIDTH)}${leftover.at === undefined ? '' : safe(` made at ${leftover.at}`)}`,
  mark: 'leak',
  atEnd: true,
})
