// What one share counts while it runs.
import type { Execution } from '../core/execution.js'
import { calm, type Policy } from '../core/policy.js'
import type { Verdict } from '../core/verdict.js'
import type { Claim } from '../strategies/strategy.js'
import { type Account, kindOfVerdict } from './account.js'
import { NO_CLAIMS, withClaim } from './claims.js'
import { createEvidence } from './evidence.js'
import type { Finding } from './finding.js'
import { createHashSet } from './hash-set.js'
import type { Part } from './share.js'
import { createVisits } from './visits.js'

export interface Tally {
  readonly executions: number
  readonly workloads: number
  readonly distinct: number
  nextWorkload(): void
  add(execution: Execution, policy: Policy, drawn: boolean): void
  /** A verdict that was given and that does not end the search. */
  note(verdict: Verdict): void
  claim(claim: Claim | null): void
  account(findings: readonly Finding[], other: Finding | null): Account
}

/**
 * `recorded`: see `SearchSubject.recordsOperations`. `part`: of a share that is a part of a workload. Memory is bounded: only the traces of
 * the current workload are kept. `atMost`: deviations, of an enumeration.
 */
export const createTally = (recorded: boolean, part?: Part, atMost: number | null = null): Tally => {
  const visits = part?.prefixes === undefined ? null : createVisits(part, atMost)
  const traces = createHashSet()
  const evidence = createEvidence(recorded)
  const noted = new Map<string, { verdict: Verdict; count: number }>()
  const counts = { executions: 0, workloads: 0, distinctBefore: 0, untold: 0, draws: 0, native: 0 }
  let claims = NO_CLAIMS
  return {
    get executions() {
      return counts.executions
    },
    get workloads() {
      return counts.workloads
    },
    get distinct() {
      return counts.distinctBefore + traces.size
    },
    nextWorkload: () => {
      counts.workloads++
      counts.distinctBefore += traces.size
      traces.clear()
    },
    add: (execution, policy, drawn) => {
      const { traceHash, stats } = execution
      counts.executions++
      if (!traces.add(traceHash)) counts.untold++
      // Strategies that draw begin with the calm profile, which is no draw.
      if (drawn && policy !== calm) counts.draws++
      if (stats.nativeUncontrolled) counts.native++
      evidence.see(execution)
      visits?.add(execution, evidence.seen)
    },
    note: (verdict) => {
      visits?.note(verdict)
      const known = noted.get(kindOfVerdict(verdict))
      if (known === undefined) noted.set(kindOfVerdict(verdict), { verdict, count: 1 })
      else known.count++
    },
    claim: (claim) => {
      claims = withClaim(claims, claim)
    },
    account: (findings, other) => {
      const { executions, workloads, distinctBefore, untold, draws, native } = counts
      return {
        executions,
        // It counts where its first schedules are.
        workloads: part === undefined || part.nth === 0 ? workloads : 0,
        distinct: distinctBefore + traces.size,
        shared: part === undefined ? null : { workload: part.workload, traces: visits === null ? traces.all() : null },
        untold,
        draws,
        native,
        noted: [...noted.values()],
        seen: evidence.seen,
        claims: visits === null ? claims : { ...NO_CLAIMS, walk: visits.walk },
        findings,
        other,
        visits: visits?.all ?? null,
      }
    },
  }
}
