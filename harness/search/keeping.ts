// What a search keeps that goes on after a failure: one counterexample for each distinct oracle and pair of lines.
import type { Place } from '../core/explanation.js'
import type { Counterexample } from '../core/report.js'
import type { Verdict } from '../core/verdict.js'
import { numbered } from './account.js'
import type { Finding } from './finding.js'

/** Failures of one kind that a share looks at: most of them are the same again. */
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

export const kindOf = ({ verdict, race }: Pick<Finding, 'verdict' | 'race'>): string =>
  [verdict.oracle, verdict.symptom, race].join(' ')

/** Two with the same one show the same race: the oracle and the pair of lines, or whatever else is known where lines are not. */
export const signatureOf = ({ verdict, race, explanation, execution }: Counterexample): string => {
  const [first, second] = explanation?.pair ?? []
  const pair = first === undefined || second === undefined ? null : [lineOf(first.at), lineOf(second.at)]
  return JSON.stringify([verdict.oracle, ...(pair ?? [verdict.symptom, race, execution.end.kind])])
}

const lineOf = ({ file, line }: Place): string => `${file}:${line}`

/** In the order of their findings, the first of each signature; what fails as it is expected to leads. `expect`: name of an oracle. */
export const distinct = (
  counterexamples: readonly Counterexample[],
  { findings, expect }: { readonly findings: readonly Finding[]; readonly expect: string | null },
): Counterexample[] => {
  const byToken = new Map(counterexamples.map((each) => [each.token, each]))
  const bySignature = new Map<string, Counterexample>()
  for (const finding of findings) {
    const one = finding.token === undefined ? undefined : byToken.get(finding.token)
    if (one === undefined || bySignature.has(signatureOf(one))) continue
    bySignature.set(signatureOf(one), numbered(one, finding))
  }
  const isExpected = ({ verdict }: Counterexample): boolean => verdict.oracle === expect
  return [...bySignature.values()].sort((a, b) => Number(isExpected(b)) - Number(isExpected(a)))
}
