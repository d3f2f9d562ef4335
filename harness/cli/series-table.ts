// The registry as a table in Markdown: the same for the same code, so no times.
import type { SearchReport } from '../core/report.js'

export interface SeriesRow {
  readonly scenario: string
  readonly variant: string
  readonly expect: string
  /** By strategy; one report for each seed. */
  readonly reports: Readonly<Record<string, readonly SearchReport[]>>
  /** What kept a series from its end. */
  readonly problems: readonly string[]
  /** Every seed met what is expected. */
  readonly fine: boolean
}

/** Two tables: variants with a race, and how many schedules it takes to find it; variants without, and what they survived. */
export const seriesTable = (rows: readonly SeriesRow[], seeds: number): string => {
  const racy = rows.filter(({ expect }) => expect !== 'pass')
  const clean = rows.filter(({ expect }) => expect === 'pass')
  const problems = rows.flatMap(({ scenario, variant, problems }) =>
    problems.map((text) => `- ${scenario} / ${variant}: ${text}`),
  )
  return [
    '# The registry',
    '',
    'Made by `npm run registry`. Schedules to find: executions over all workloads before the first failure, shrinking and confirmation',
    `excluded; ${seeds} seeds, median and 95th percentile. \`random\` stands alone, without the deterministic prefix of the portfolio.`,
    '',
    ...table(
      ['scenario', 'variant', 'found by', 'portfolio: found', 'median', 'p95', 'random: found', 'median', 'p95'],
      racy.map((row) => [row.scenario, row.variant, row.expect, ...found(row, 'portfolio'), ...found(row, 'random')]),
    ),
    '',
    ...table(
      ['scenario', 'variant', 'schedules', 'distinct', 'findings'],
      clean.map((row) => [row.scenario, row.variant, ...survived(row)]),
    ),
    ...(problems.length === 0 ? [] : ['', 'Not finished:', '', ...problems]),
    '',
  ].join('\n')
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

const found = ({ reports }: SeriesRow, strategy: string): string[] => {
  const all = reports[strategy] ?? []
  const schedules = all.flatMap(({ met, counterexamples }) => (met ? (counterexamples[0]?.scheduleNumber ?? []) : []))
  return [`${schedules.length} of ${all.length}`, quantile(schedules, 0.5), quantile(schedules, 0.95)]
}

const survived = ({ reports }: SeriesRow): string[] => {
  const all = Object.values(reports).flat()
  const sum = (of: (report: SearchReport) => number) => all.reduce((total, report) => total + of(report), 0).toLocaleString('en')
  return [
    sum(({ executions }) => executions),
    sum(({ distinct }) => distinct),
    sum(({ counterexamples }) => counterexamples.length),
  ]
}

/** The smallest value that so many are not above. */
const quantile = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.ceil(share * sorted.length) - 1]
  return value === undefined ? '' : String(value)
}
