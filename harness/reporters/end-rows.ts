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
  const pending = callsOf(history)
    .filter((call) => call.end === null)
    .map(({ invoke }) => invoke.actor)
  const actors = [...new Set([...pending, ...waits.map(({ actor }) => actor)])]
  const stuck = cycle.size > 0 || !isForEver(end) ? new Set() : stuckAmong(actors, { pending, end, waits })
  return actors.map((actor) => {
    const wait = waits.find((each) => each.actor === actor)
    const text = wait === undefined ? `${isForEver(end) ? 'waits for ever' : 'has not ended'}${placeOf(end, actor)}` : told(wait)
    const mark = cycle.has(actor) ? 'waits in a circle' : stuck.has(actor) ? end.kind : null
    return { actor, text, atEnd: true as const, ...(mark === null ? {} : { mark }) }
  })
}

interface Standstill {
  readonly pending: readonly string[]
  readonly end: End
  readonly waits: readonly Wait[]
}

/** Who came to no end, and who waits for them: whoever serves others waits for the next one of them, as it should. */
const stuckAmong = (actors: readonly string[], { pending, end, waits }: Standstill): ReadonlySet<string> => {
  const stuck = new Set(actors.filter((actor) => pending.includes(actor) || entryOf(end, actor) !== undefined))
  if (stuck.size === 0) return new Set(actors)
  for (let before = 0; before < stuck.size; ) {
    before = stuck.size
    for (const { actor, waitsFor } of waits) if (waitsFor !== null && stuck.has(waitsFor)) stuck.add(actor)
  }
  return stuck
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
const placeOf = (end: End, actor: string): string => safe(PLACE.exec(entryOf(end, actor) ?? '')?.[0] ?? '')

const entryOf = ({ waiting = [] }: End, actor: string): string | undefined =>
  waiting.find((text) => text === actor || text.startsWith(`${actor} at `) || text.startsWith(`${actor}: `))

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
