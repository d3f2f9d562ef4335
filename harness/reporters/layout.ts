// Lays rows out: one column for each actor where the terminal is wide enough, else one line for each row.
import { NO_COLOURS, type Palette } from './palette.js'
import type { Row } from './rows.js'
import { padEnd, padStart, widthOf, wrap } from './text.js'

export interface LayoutOptions {
  /** Columns of the terminal. */
  readonly width: number
  readonly palette?: Palette
}

/** Narrower columns are not readable; the last one needs room for its text. */
const NARROWEST = 10
const WIDEST = 26
const LAST = 18
const GAP = 2

/** `columns`: actors from left to right. Rows of other actors do not occur. */
export const layOut = (
  rows: readonly Row[],
  columns: readonly string[],
  { width, palette = NO_COLOURS }: LayoutOptions,
): string[] => {
  const numberWidth = String(rows.reduce((sum, { skips = 1 }) => sum + skips, 0)).length
  const page: Page = { columns, palette, numberWidth, room: Math.max(8, width - numberWidth - 1) }
  const columnWidth = columnWidthFor(rows, page)
  return columnWidth === null ? asList(rows, page) : inColumns(rows, page, columnWidth)
}

interface Page {
  readonly columns: readonly string[]
  readonly palette: Palette
  readonly numberWidth: number
  /** Columns beside the number. */
  readonly room: number
}

/** `null`: they do not fit beside each other. */
const columnWidthFor = (rows: readonly Row[], { columns, room }: Page): number | null => {
  if (columns.length < 2) return room
  const longestName = Math.max(...columns.map((name) => widthOf(name)))
  const longestText = Math.max(0, ...rows.map(({ text, skips }) => (skips === undefined ? widthOf(text) : 0)))
  const fitting = Math.floor((room - LAST) / (columns.length - 1))
  if (fitting < Math.max(NARROWEST, longestName + 1)) return null
  return Math.max(NARROWEST, Math.min(Math.max(longestName, longestText) + GAP, Math.max(WIDEST, longestName + 1), fitting))
}

const inColumns = (rows: readonly Row[], page: Page, columnWidth: number): string[] => {
  const { columns, palette } = page
  const margin = ' '.repeat(page.numberWidth + 1)
  const header = palette.bold((margin + columns.map((name) => padEnd(name, columnWidth)).join('')).trimEnd())
  return [
    header,
    ...numbered(rows, page, ({ actor, skips }) => (skips === undefined ? Math.max(0, columns.indexOf(actor)) * columnWidth : 0)),
  ]
}

const asList = (rows: readonly Row[], page: Page): string[] =>
  numbered(
    rows.map((row) => (row.skips === undefined ? { ...row, text: `${row.actor}: ${row.text}` } : row)),
    page,
    () => 0,
  )

const numbered = (rows: readonly Row[], page: Page, offsetOf: (row: Row) => number): string[] => {
  let n = 0
  return rows.flatMap((row) => {
    n += row.skips ?? 1
    return linesOf(row, row.skips === undefined ? String(n) : '', offsetOf(row), page)
  })
}

/** The text may run on over the columns to its right, which are empty in this row; what does not fit goes on below. */
const linesOf = ({ text, mark, skips }: Row, number: string, offset: number, page: Page): string[] => {
  const { palette, numberWidth, room } = page
  const paint = skips !== undefined ? palette.dim : mark?.startsWith('<--') ? palette.red : undefined
  return withMark(wrap(text, room - offset), mark, room - offset).map((line, index) => {
    const margin = palette.dim(padStart(index === 0 ? number : '', numberWidth))
    return `${margin} ${' '.repeat(offset)}${paint === undefined ? line : paint(line)}`.trimEnd()
  })
}

/** A mark stays in one piece: behind the text, or below it. */
const withMark = (lines: readonly string[], mark: string | undefined, width: number): string[] => {
  if (mark === undefined) return [...lines]
  const last = `${lines[lines.length - 1] ?? ''}   ${mark}`
  return widthOf(last) <= width ? [...lines.slice(0, -1), last] : [...lines, ...wrap(mark, width)]
}
