// What one share keeps of a search that goes on after a failure.
import type { Verdict } from '../core/verdict.js'
import type { Finding } from './finding.js'
import { kindOf } from './kinds.js'

/** Failures of one kind that a share keeps: most of them are the same again. */
const KEPT_OF_A_KIND = 20

export interface Keeping {
  /** Whether a failure like this one is worth keeping. */
  wants(verdict: Verdict, race: string | null, traceHash: number): boolean
  keep(finding: Finding): void
  /** In the order in which they were found. */
  readonly findings: readonly Finding[]
}

/** Of one share: what it keeps depends on nothing but the share, so that it is the same whoever explores the others. */
export const createKeeping = (): Keeping => {
  const findings: Finding[] = []
  return {
    wants: (verdict, race, traceHash) => {
      const same = findings.filter((each) => kindOf(each) === kindOf({ verdict, race }))
      return same.length < KEPT_OF_A_KIND && same.every((each) => each.traceHash !== traceHash)
    },
    keep: (finding) => void findings.push(finding),
    findings,
  }
}
