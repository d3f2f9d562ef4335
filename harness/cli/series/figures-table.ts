// The registry as a table in Markdown.
import { type CleanFigures, type Figures, isRacy, type RacyFigures, type Spread, type VariantFigures } from './figures.js'

/** Two tables: variants with a race, and how many schedules it takes to find it; variants without, and what they survived. */
export const figuresTable = ({ variants }: Figures, problems: readonly string[]): string => {
  const rows = Object.entries(variants)
  const racy = rows.filter((row): row is [string, RacyFigures] => isRacy(row[1]))
  const clean = rows.filter((row): row is [string, CleanFigures] => !isRacy(row[1]))
  return [
    '# The registry',
    '',
    'Made by `npm run registry`. Schedules to find: executions over all workloads before the first failure, shrinking and confirmation',
    'excluded; median and 95th percentile over seeds. `random` stands alone, without the deterministic prefix of the portfolio. Left:',
    'holds and deviations of the counterexample once it was made small, over a tenth of the seeds.',
    '',
    ...table(
      ['scenario / variant', 'found by', 'races', 'portfolio', 'median', 'p95', 'random', 'median', 'p95', 'left: median', 'p95'],
      racy.map(([name, figures]) => [named(name), ...racyCells(figures)]),
    ),
    '',
    ...table(
      ['scenario / variant', 'schedules', 'distinct', 'findings'],
      clean.map(([name, { schedules, distinct, findings }]) => [named(name), ...[schedules, distinct, findings].map(grouped)]),
    ),
    ...(problems.length === 0 ? [] : ['', 'Not finished:', '', ...problems.map((text) => `- ${text}`)]),
    '',
  ].join('\n')
}

/** One variant in a few words, for a list: `median 1, p95 12`. Empty where nothing is known. */
export const inShort = (figures: VariantFigures | null): string => {
  if (figures === null) return ''
  if (!isRacy(figures)) return `${grouped(figures.schedules)} schedules`
  const { median, p95 } = figures.portfolio
  return median === null ? '' : `found after ${median} (p95 ${p95})`
}

const racyCells = ({ expect, races, portfolio, random, left }: RacyFigures): string[] => [
  expect,
  races.join(', '),
  ...spreadCells(portfolio),
  ...spreadCells(random),
  ...spreadCells(left).slice(1),
]

const spreadCells = ({ found, seeds, median, p95 }: Spread): string[] => [
  `${found} of ${seeds}`,
  ...[median, p95].map((value) => (value === null ? '' : String(value))),
]

const named = (name: string): string => name.replace(/\/([^/]+)$/, ' / $1')

const grouped = (count: number): string => count.toLocaleString('en')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
