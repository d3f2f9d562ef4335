// A part of an enumeration, execution by execution: what it came to can be told for the first of them alone.
import type { ChoiceKind } from '../core/choice.js'
import type { Execution } from '../core/execution.js'
import type { Verdict } from '../core/verdict.js'
import { type Prefix, type Visit, visitOf } from '../strategies/prefix.js'
import { countKinds, walkOf } from '../strategies/walk.js'
import { type Account, addNoted } from './account.js'
import type { WorkloadWalk } from './claims.js'
import { isIncomplete } from './explore.js'
import type { Part } from './share.js'

export interface Visited extends Visit {
  readonly traceHash: number
  /** Native work was let through. */
  readonly isNative?: true
  /** Verdicts that do not end a search. */
  readonly noted?: readonly Verdict[]
}

export interface Visits {
  /** The execution of the next prefix. */
  add(execution: Execution): void
  /** Of the last execution. */
  note(verdict: Verdict): void
  readonly all: readonly Visited[]
  readonly walk: WorkloadWalk
}

export const createVisits = ({ workload, nth: depth, prefixes = [] }: Part, atMost: number | null): Visits => {
  const all: Visited[] = []
  const kinds: ChoiceKind[] = []
  return {
    add: (execution) => {
      const { answers, traceHash, stats } = execution
      const visit = visitOf(prefixes[all.length] as Prefix, { answers, incomplete: isIncomplete(execution) })
      all.push({ ...visit, traceHash, ...(stats.nativeUncontrolled ? { isNative: true } : {}) })
      countKinds(kinds, execution)
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

/** What the first `count` executions came to. What was seen stays: it was seen. */
export const firstOf = (account: Account, count: number): Account => {
  const { visits, shared, claims, findings, other } = account
  if (visits === null || claims.walk === null || count >= account.executions) return account
  const first = visits.slice(0, count)
  const traces = [...new Set(first.map(({ traceHash }) => traceHash))]
  const isIn = ({ scheduleNumber }: { readonly scheduleNumber: number }): boolean => scheduleNumber <= count
  const depth = claims.walk.visited.length - 1
  return {
    ...account,
    executions: count,
    distinct: traces.length,
    shared: shared === null ? null : { ...shared, traces },
    native: first.filter(({ isNative }) => isNative).length,
    noted: first
      .flatMap(({ noted = [] }) => noted)
      .reduce((sum, verdict) => addNoted(sum, [{ verdict, count: 1 }]), NOTHING_NOTED),
    claims: { ...claims, walk: { ...claims.walk, ...walkOf(first, depth, claims.walk) } },
    findings: findings.filter(isIn),
    other: other !== null && isIn(other) ? other : null,
    visits: first,
  }
}

const NOTHING_NOTED: Account['noted'] = []
