// Rates of several variants as tables: the simulated search, the real world, and the real world with an order held.
import type { Comparison, RateReport } from '../../core/rate-report.js'
import { NO_COLOURS, type Palette } from '../palette.js'
import { type Column, table } from '../table.js'
import { safe, wrap } from '../text.js'
import { searchText, secondsARun, shownOf } from './words.js'

export interface RateTableOptions {
  /** Columns of the terminal. Default 100. */
  readonly width?: number
  /** Default: no colours. */
  readonly palette?: Palette
}

/** A line for each variant. A terminal that is too narrow loses columns, then the table. */
export const rateTable = (reports: readonly RateReport[], options: RateTableOptions = {}): string =>
  drawn(reports, { columns: RATES, inOneLine: (report) => `${titleIn(report)}: ${shownOf(report)} runs`, ...options })

export const comparisonTable = (rows: readonly Comparison[], options: RateTableOptions = {}): string =>
  drawn(rows, { columns: COMPARED, inOneLine: (row) => `${titleIn(row)}: ${rateIn(row.free)} free-running`, ...options })

interface Drawing<Row> extends RateTableOptions {
  readonly columns: readonly Column<Row>[]
  readonly inOneLine: (row: Row) => string
}

const drawn = <Row>(rows: readonly Row[], { columns, inOneLine, width = 100, palette = NO_COLOURS }: Drawing<Row>): string => {
  if (rows.length === 0) return 'nothing was run'
  const lines = table(rows, columns, width)
  if (lines === null) return rows.flatMap((row) => wrap(safe(inOneLine(row)), width)).join('\n')
  return lines.map((line, index) => (index === 0 ? palette.bold(line) : line)).join('\n')
}

const titleIn = ({ scenario, variant }: Pick<Comparison, 'scenario' | 'variant'>): string => `${scenario} / ${variant}`

const RATES: readonly Column<RateReport>[] = [
  { title: '', text: ({ met, outcome }) => (met ? 'ok' : outcome === 'fail' ? 'x' : '?') },
  { title: 'scenario', text: ({ scenario }) => scenario },
  { title: 'variant', text: ({ variant }) => variant },
  { title: 'expected', text: ({ expect }) => expect ?? 'pass', drop: 1 },
  { title: 'real', text: shownOf, align: 'right' },
  { title: 'a run', text: secondsARun, align: 'right', drop: 3 },
  { title: 'hung', text: ({ hung }) => String(hung), align: 'right', drop: 4 },
  { title: 'order met', text: ({ hold }) => (hold === null ? '' : String(hold.met)), align: 'right', drop: 5 },
  { title: 'search', text: ({ search }) => searchText(search), drop: 2 },
]

/** The same cells for every form of the table. */
export const comparisonCells = (row: Comparison): Readonly<Record<string, string>> => ({
  scenario: row.scenario,
  variant: row.variant,
  expected: row.expect ?? 'pass',
  'simulated search': searchText(row.search),
  'free-running': rateIn(row.free),
  'one workload, free': row.notHeld === null ? rateIn(row.unheld) : '',
  'with --hold': row.notHeld === null ? heldIn(row.held) : row.notHeld,
})

const rateIn = (report: RateReport | null): string =>
  report === null ? '' : `${shownOf(report)}, ${(report.ms / 1000).toFixed(1)} s`

const heldIn = (report: RateReport | null): string => {
  const met = report?.hold?.met
  return met === undefined ? rateIn(report) : `${rateIn(report)} (met ${met})`
}

const DROPS: Readonly<Record<string, number>> = { expected: 2, 'one workload, free': 3, scenario: 1 }

const HEADS = ['scenario', 'variant', 'expected', 'simulated search', 'free-running', 'one workload, free', 'with --hold']

const COMPARED: readonly Column<Comparison>[] = HEADS.map((title) => ({
  title,
  text: (row) => comparisonCells({ ...row, notHeld: row.notHeld === null ? null : '-' })[title] ?? '',
  ...(DROPS[title] === undefined ? {} : { drop: DROPS[title] }),
}))

/** The table in Markdown, for the docs. */
export const comparisonMarkdown = (rows: readonly Comparison[]): string =>
  [HEADS, HEADS.map(() => '---'), ...rows.map((row) => HEADS.map((head) => comparisonCells(row)[head] ?? ''))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
