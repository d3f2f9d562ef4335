// Findings of a search that goes on after a failure, kind by kind: those of one kind are told apart only once they are made small.
import type { Finding } from './finding.js'

/** Of one kind, over the whole search: whether one shows another race takes an execution to tell. */
const KEPT_AT_MOST = 200

/** The same for what fails with the same oracle, in the same way, and fits the same race of the list. */
export const kindOf = ({ verdict, race }: Pick<Finding, 'verdict' | 'race'>): string =>
  [verdict.oracle, verdict.symptom, race].join(' ')

/** In the order of their first ones. */
export const byKind = (findings: readonly Finding[]): Finding[][] => {
  const kinds = new Map<string, Finding[]>()
  for (const finding of findings) {
    const same = kinds.get(kindOf(finding))
    if (same === undefined) kinds.set(kindOf(finding), [finding])
    else same.push(finding)
  }
  return [...kinds.values()]
}

/** Of kinds that a search has found and that none of `made` tells, because it was interrupted, or because they could not be had again. */
export const untoldNotes = (findings: readonly Finding[], made: readonly Pick<Finding, 'verdict' | 'race'>[]): string[] => {
  const told = new Set(made.map(kindOf))
  return byKind(findings)
    .flatMap(([first]) => (first === undefined || told.has(kindOf(first)) ? [] : [first]))
    .map(({ verdict: { oracle, symptom, message }, scheduleNumber }) => {
      const failure = symptom === undefined ? oracle : `${oracle} (${symptom})`
      return `found in schedule ${scheduleNumber}, and not made small before the end: ${failure}: ${message}`
    })
}

/**
 * The first of each kind, and of the others those whose traces have the lowest hashes: as good as drawn among all interleavings that fail.
 * In whatever portions they come, the same ones are left; and memory does not grow with the search.
 */
export const thinned = (findings: readonly Finding[]): readonly Finding[] => {
  if (findings.length <= KEPT_AT_MOST) return findings
  const kept = new Set(byKind(findings).flatMap(sampleOf))
  return findings.filter((finding) => kept.has(finding))
}

const sampleOf = ([first, ...others]: readonly Finding[]): Finding[] => {
  const lowest = others.sort((a, b) => a.traceHash - b.traceHash)
  return [...(first === undefined ? [] : [first]), ...lowest.slice(0, KEPT_AT_MOST - 1)]
}
