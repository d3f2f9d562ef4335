// What shares of a search came to, as plain data. Accounts add up, in the order of their shares, to what one search would have seen.
import type { Counterexample, UnknownCount } from '../core/report.js'
import type { Verdict } from '../core/verdict.js'
import { addClaims, type Claims, NO_CLAIMS } from './claims.js'
import { addSeen, nothingSeen, type Seen } from './evidence.js'
import type { Finding } from './finding.js'
import { thinned } from './kinds.js'
import type { Visited } from './visits.js'

/** Executions of shrinking, confirming and canaries are not among those counted. */
export interface Account {
  readonly executions: number
  readonly workloads: number
  /** Different interleavings, told apart by trace hash within one workload. */
  readonly distinct: number
  /** Of shares that have a workload together: which one comes last here, and the traces of its executions, so that none counts twice. */
  readonly shared: Shared | null
  /** Executions of which nobody knows whether they were distinct: too many were before. */
  readonly untold: number
  /** Executions whose policy was drawn at random. */
  readonly draws: number
  /** Executions in which native work was let through. */
  readonly native: number
  /** Verdicts that were given and do not end a search: `unknown`, and failures that are not looked for. */
  readonly noted: readonly UnknownCount[]
  readonly seen: Seen
  readonly claims: Claims
  /** What was looked for, in the order in which it was found. */
  readonly findings: readonly Finding[]
  /** The first failure that is not the one looked for. */
  readonly other: Finding | null
  /** Of a part of an enumeration: its executions one by one, so that others know what is left, and where a budget may end. */
  readonly visits: readonly Visited[] | null
}

export interface Shared {
  /** See `Part`. */
  readonly workload: number
  /** `null`: they are those of the visits. */
  readonly traces: readonly number[] | null
}

/** `recorded`: see `SearchSubject.recordsOperations`. */
export const emptyAccount = (recorded: boolean): Account => ({
  executions: 0,
  workloads: 0,
  distinct: 0,
  shared: null,
  untold: 0,
  draws: 0,
  native: 0,
  noted: [],
  seen: nothingSeen(recorded),
  claims: NO_CLAIMS,
  findings: [],
  other: null,
  visits: null,
})

/** Each once. */
export const tracesOf = ({ shared, visits }: Account): readonly number[] =>
  shared?.traces ?? [...new Set(visits?.map(({ traceHash }) => traceHash))]

/** Without what was needed to find out which visits come next: an enumeration has millions of them. */
export const withoutBeyond = (account: Account): Account => {
  const visits = account.visits?.map(({ beyond: _, ...visit }) => visit) ?? null
  return { ...account, visits }
}

/** `a`, then `b`; `distinct`: how many interleavings of `b` are not among those of `a`. */
export const addAccounts = (a: Account, b: Account, distinct: number): Account => {
  const later = (finding: Finding): Finding => ({ ...finding, scheduleNumber: a.executions + finding.scheduleNumber })
  return {
    executions: a.executions + b.executions,
    workloads: a.workloads + b.workloads,
    distinct: a.distinct + distinct,
    shared: null,
    untold: a.untold + b.untold,
    draws: a.draws + b.draws,
    native: a.native + b.native,
    noted: addNoted(a.noted, b.noted),
    seen: addSeen(a.seen, b.seen),
    claims: addClaims(a.claims, b.claims),
    findings: thinned([...a.findings, ...b.findings.map(later)]),
    other: a.other ?? (b.other === null ? null : later(b.other)),
    visits: null,
  }
}

/** Verdicts are counted by what they say apart from names of callers; the first of a kind stands for all. */
export const kindOfVerdict = ({ outcome, oracle, symptom }: Verdict): string => `${outcome} ${oracle} ${symptom ?? ''}`

export const addNoted = (a: readonly UnknownCount[], b: readonly UnknownCount[]): readonly UnknownCount[] => {
  if (b.length === 0) return a
  const byKind = new Map(a.map((each) => [kindOfVerdict(each.verdict), each]))
  for (const { verdict, count } of b) {
    const known = byKind.get(kindOfVerdict(verdict))
    byKind.set(kindOfVerdict(verdict), { verdict: known?.verdict ?? verdict, count: count + (known?.count ?? 0) })
  }
  return [...byKind.values()]
}

export const notedAs = ({ noted }: Account, outcome: 'unknown' | 'fail'): UnknownCount[] =>
  noted.filter(({ verdict }) => verdict.outcome === outcome)

/** What a search ends with: what it looked for, else any other failure, unless it looks for one race alone. */
export const findingOf = ({ findings, other }: Account, race: string | undefined): Finding | null =>
  findings[0] ?? (race === undefined ? other : null)

/** Of a finding, and of what was met while it was made small: whoever did that knows its share alone. */
export const numbered = (counterexamples: readonly Counterexample[], { scheduleNumber, foundMs }: Finding): Counterexample[] => {
  const before = scheduleNumber - (counterexamples[0]?.scheduleNumber ?? 0)
  const beforeMs = foundMs - (counterexamples[0]?.foundMs ?? 0)
  return counterexamples.map((each) => ({
    ...each,
    scheduleNumber: each.scheduleNumber + before,
    foundMs: each.foundMs + beforeMs,
  }))
}
