// What a search counts while it runs. Executions of shrinking, confirming and canaries are not among them.
import type { Execution } from '../core/execution.js'
import { calm, type Policy } from '../core/policy.js'
import { mix } from '../core/random.js'
import type { UnknownCount } from '../core/report.js'
import type { Verdict } from '../core/verdict.js'

/** A set holds 2^24 at most; this many take 150 MB. */
export const DISTINCT_AT_MOST = 2 ** 22

export interface Tally {
  readonly executions: number
  readonly workloads: number
  /** Different interleavings, told apart by trace hash within one workload; counted up to `DISTINCT_AT_MOST`. */
  readonly distinct: number
  /** Executions whose policy was drawn at random. */
  readonly draws: number
  /** Executions in which native work was let through. */
  readonly native: number
  nextWorkload(): void
  add(execution: Execution, policy: Policy, drawn: boolean): void
  /** A verdict that was given and that does not end the search. */
  note(verdict: Verdict): void
  noted(outcome: 'unknown' | 'fail'): UnknownCount[]
}

export const createTally = (): Tally => {
  const traces = new Set<number>()
  const noted = new Map<string, { verdict: Verdict; count: number }>()
  let executions = 0
  let workloads = 0
  let draws = 0
  let native = 0
  return {
    get executions() {
      return executions
    },
    get workloads() {
      return workloads
    },
    get distinct() {
      return traces.size
    },
    get draws() {
      return draws
    },
    get native() {
      return native
    },
    nextWorkload: () => {
      workloads++
    },
    add: ({ traceHash, stats }, policy, drawn) => {
      executions++
      if (traces.size < DISTINCT_AT_MOST) traces.add(mix(traceHash, workloads, 0))
      // Strategies that draw begin with the calm profile, which is no draw.
      if (drawn && policy !== calm) draws++
      if (stats.nativeUncontrolled) native++
    },
    note: (verdict) => {
      const key = `${verdict.outcome} ${verdict.oracle} ${verdict.symptom ?? ''}`
      const known = noted.get(key)
      if (known === undefined) noted.set(key, { verdict, count: 1 })
      else known.count++
    },
    noted: (outcome) => [...noted.values()].filter(({ verdict }) => verdict.outcome === outcome),
  }
}
