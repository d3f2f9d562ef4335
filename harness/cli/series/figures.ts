// What the registry knows of its variants in numbers: how many schedules it takes to find a race, what the repaired ones survived.
import type { SearchReport } from '../../core/report.js'

/** Format 1, as it stands beside the scenarios; variants by `scenario/variant`. No times: the same for the same code. */
export interface Figures {
  readonly format: 1
  readonly variants: Readonly<Record<string, VariantFigures>>
}

export type VariantFigures = RacyFigures | CleanFigures

export interface RacyFigures {
  /** The oracle that must be among those that fail. */
  readonly expect: string
  /** Ids of the races that the seeds have shown, in the order of the alphabet. */
  readonly races: readonly string[]
  /** Executions over all workloads before the first failure, shrinking and confirmation excluded. */
  readonly portfolio: Spread
  /** The same without the deterministic prefix of the portfolio. */
  readonly random: Spread
  /** Holds and deviations that are left after shrinking. */
  readonly left: Spread
}

export interface CleanFigures {
  readonly expect: 'pass'
  readonly schedules: number
  readonly distinct: number
  readonly findings: number
}

/** Over seeds; quantiles are `null` where no seed has found anything. */
export interface Spread {
  readonly found: number
  readonly seeds: number
  readonly median: number | null
  readonly p95: number | null
}

export const isRacy = (figures: VariantFigures): figures is RacyFigures => figures.expect !== 'pass'

export interface RacyReports {
  readonly expect: string
  readonly portfolio: readonly SearchReport[]
  readonly random: readonly SearchReport[]
  /** Those whose counterexamples were made small. */
  readonly small: readonly SearchReport[]
}

export const racyFigures = ({ expect, portfolio, random, small }: RacyReports): RacyFigures => ({
  expect,
  races: [...new Set([...portfolio, ...random].flatMap(({ counterexamples }) => counterexamples[0]?.race ?? []))].sort(),
  portfolio: spreadOf(portfolio, ({ scheduleNumber }) => scheduleNumber),
  random: spreadOf(random, ({ scheduleNumber }) => scheduleNumber),
  left: spreadOf(small, ({ holds, deviations }) => holds.length + deviations.length),
})

export const cleanFigures = ({ executions, distinct, counterexamples }: SearchReport): CleanFigures => ({
  expect: 'pass',
  schedules: executions,
  distinct,
  findings: counterexamples.length,
})

/** Of the reports that met what is expected. */
export const spreadOf = (
  reports: readonly SearchReport[],
  of: (found: SearchReport['counterexamples'][number]) => number,
): Spread => {
  const values = reports.flatMap(({ met, counterexamples: [found] }) => (met && found !== undefined ? of(found) : []))
  return { found: values.length, seeds: reports.length, median: quantile(values, 0.5), p95: quantile(values, 0.95) }
}

/** The smallest value that so many are not above. */
const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null
}
