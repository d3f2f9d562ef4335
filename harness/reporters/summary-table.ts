// The table at the end of a run: a line for each variant, and how many met what was expected of them.
import type { SearchReport } from '../core/report.js'
import { isKnown, isOpen } from '../core/standing.js'
import { NO_COLOURS, type Palette } from './palette.js'
import { type Column, table } from './table.js'
import { safe, wrap } from './text.js'
import { count, counted, duration } from './words.js'

export interface SummaryOptions {
  /** Columns of the terminal. Default 100. */
  readonly width?: number
  /** Default: no colours. */
  readonly palette?: Palette
}

/**
 * Columns: scenario, variant, verdict (the oracle that failed), expected, schedules (up to the failure, or all), distinct
 * interleavings, time, and how many holds and deviations are left in the smallest failure. A terminal that is too narrow loses
 * columns, then the table. The last line counts the variants that met their expectation.
 */
export const summaryTable = (
  reports: readonly SearchReport[],
  { width = 100, palette = NO_COLOURS }: SummaryOptions = {},
): string => {
  if (reports.length === 0) return 'nothing was run'
  const lines = table(reports, COLUMNS, width)
  const rows = lines === null ? reports.flatMap((report) => wrap(inOneLine(report), width)) : lines
  const painted =
    lines === null
      ? rows
      : rows.map((line, index) => (index === 0 ? palette.bold(line) : paint(palette, reports[index - 1], line)))
  return [...painted, '', total(reports, palette)].join('\n')
}

/** As expected, known for now, a race or one that is missing; `?`: nothing can be said of it. */
const markOf = (report: SearchReport): string => (isOpen(report) ? '?' : report.met ? 'ok' : isKnown(report) ? '~' : 'x')

const paint = (palette: Palette, report: SearchReport | undefined, line: string): string => {
  if (report === undefined) return line
  const mark = markOf(report)
  return mark === 'ok' ? line : mark === 'x' ? palette.red(line) : palette.yellow(line)
}

const verdictOf = ({ outcome, counterexamples }: SearchReport): string =>
  outcome === 'fail' ? (counterexamples[0]?.verdict.oracle ?? 'fail') : outcome

/** Of a scenario that was never loaded nothing is known. */
const expectedOf = ({ expect, outcome }: SearchReport): string => expect ?? (outcome === 'unknown' ? '' : 'pass')

const schedulesOf = ({ executions, counterexamples }: SearchReport): number => counterexamples[0]?.scheduleNumber ?? executions
const timeOf = ({ ms, counterexamples }: SearchReport): number => counterexamples[0]?.foundMs ?? ms

const leftOf = ({ counterexamples: [first] }: SearchReport): string =>
  first === undefined ? '' : String(first.holds.length + first.deviations.length)

const COLUMNS: readonly Column<SearchReport>[] = [
  { title: '', text: markOf },
  { title: 'scenario', text: ({ scenario }) => scenario },
  { title: 'variant', text: ({ variant }) => variant },
  { title: 'verdict', text: verdictOf },
  { title: 'expected', text: expectedOf, drop: 1 },
  { title: 'schedules', text: (report) => count(schedulesOf(report)), align: 'right', drop: 2 },
  { title: 'distinct', text: ({ distinct }) => count(distinct), align: 'right', drop: 5 },
  { title: 'time', text: (report) => duration(timeOf(report)), align: 'right', drop: 4 },
  { title: 'left', text: leftOf, align: 'right', drop: 3 },
]

const inOneLine = (report: SearchReport): string => {
  const { met, scenario, variant } = report
  const expected = met ? '' : expectedOf(report)
  return safe(
    `${markOf(report)} ${scenario} / ${variant}: ${verdictOf(report)}${expected === '' ? '' : `, expected ${expected}`}`,
  )
}

const total = (reports: readonly SearchReport[], palette: Palette): string => {
  const [met, known] = ['ok', '~'].map((mark) => reports.filter((report) => markOf(report) === mark).length) as [number, number]
  const text = `${count(met)} of ${counted(reports.length, 'variant')} as expected${known === 0 ? '' : `, ${count(known)} with a known race`}`
  return met + known === reports.length ? palette.green(text) : palette.red(text)
}
