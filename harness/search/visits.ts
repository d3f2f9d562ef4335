// A part of an enumeration, execution by execution: what it came to can be told for the first of them alone.
import type { ChoiceKind } from '../core/choice.js'
import type { Execution } from '../core/execution.js'
import type { Verdict } from '../core/verdict.js'
import { type FlatPrefix, type Visit, visitOf } from '../strategies/prefix.js'
import { countKinds, walkOf } from '../strategies/walk.js'
import { type Account, addNoted } from './account.js'
import type { WorkloadWalk } from './claims.js'
import { isSameSeen, type Seen } from './evidence.js'
import { isIncomplete } from './explore.js'
import type { Part } from './share.js'

export interface Visited extends Visit {
  readonly traceHash: number
  /** Native work was let through. */
  readonly isNative?: true
  /** Verdicts that do not end a search. */
  readonly noted?: readonly Verdict[]
  /** Kinds of choices that no visit of its part before it has met. */
  readonly kinds?: readonly ChoiceKind[]
  /** What the visits of its part up to it have seen, where that is more than before it. */
  readonly seen?: Seen
}

export interface Visits {
  /** The execution of the next prefix. `seen`: with it. */
  add(execution: Execution, seen: Seen): void
  /** Of the last execution. */
  note(verdict: Verdict): void
  readonly all: readonly Visited[]
  readonly walk: WorkloadWalk
}

export const createVisits = ({ workload, nth: depth, prefixes = [] }: Part, atMost: number | null): Visits => {
  const all: Visited[] = []
  const kinds: ChoiceKind[] = []
  let before: Seen | null = null

  const newBy = (execution: Execution, seen: Seen): Pick<Visited, 'kinds' | 'seen'> => {
    const known = kinds.length
    countKinds(kinds, execution)
    const isNew = before === null || !isSameSeen(seen, before)
    before = seen
    return { ...(kinds.length > known ? { kinds: kinds.slice(known) } : {}), ...(isNew ? { seen } : {}) }
  }
  return {
    add: (execution, seen) => {
      const { answers, traceHash, stats } = execution
      const visit = visitOf(prefixes[all.length] as FlatPrefix, { answers, incomplete: isIncomplete(execution) })
      all.push({ ...visit, traceHash, ...(stats.nativeUncontrolled ? { isNative: true } : {}), ...newBy(execution, seen) })
    },
    note: (verdict) => {
      const last = all.pop() as Visited
      all.push({ ...last, noted: [...(last.noted ?? []), verdict] })
    },
    all,
    get walk() {
      return { ...walkOf(all, depth, { atMost, kinds }), workload }
    },
  }
}

/** What the first `count` executions came to. */
export const firstOf = (account: Account, count: number): Account => {
  const { visits, claims, findings, other } = account
  if (visits === null || claims.walk === null || count >= account.executions) return account
  const first = visits.slice(0, count)
  const isIn = ({ scheduleNumber }: { readonly scheduleNumber: number }): boolean => scheduleNumber <= count
  const depth = claims.walk.visited.length - 1
  const { atMost } = claims.walk
  const kinds = first.flatMap(({ kinds = [] }) => kinds)
  return {
    ...account,
    executions: count,
    distinct: new Set(first.map(({ traceHash }) => traceHash)).size,
    native: first.filter(({ isNative }) => isNative).length,
    noted: first
      .flatMap(({ noted = [] }) => noted)
      .reduce((sum, verdict) => addNoted(sum, [{ verdict, count: 1 }]), NOTHING_NOTED),
    seen: first.findLast(({ seen }) => seen !== undefined)?.seen ?? account.seen,
    claims: { ...claims, walk: { ...claims.walk, ...walkOf(first, depth, { atMost, kinds }) } },
    findings: findings.filter(isIn),
    other: other !== null && isIn(other) ? other : null,
    visits: first,
  }
}

const NOTHING_NOTED: Account['noted'] = []
