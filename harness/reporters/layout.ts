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
  const numberWidth = String(rows.length).length
  const page: Page = { columns, palette, numberWidth, room: Math.max(20, width - numberWidth - 1) }
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
  const wanted =
    Math.max(...columns.map((name) => widthOf(name)), ...rows.map(({ text, isGap }) => (isGap ? 0 : widthOf(text)))) + GAP
  const fitting = Math.floor((room - LAST) / (columns.length - 1))
  const columnWidth = Math.min(wanted, WIDEST, fitting)
  const longestName = Math.max(...columns.map((name) => widthOf(name)))
  return columnWidth < Math.max(NARROWEST, longestName + 1) ? null : columnWidth
}

const inColumns = (rows: readonly Row[], page: Page, columnWidth: number): string[] => {
  const { columns, palette } = page
  const margin = ' '.repeat(page.numberWidth + 1)
  const header = palette.bold((margin + columns.map((name) => padEnd(name, columnWidth)).join('')).trimEnd())
  return [header, ...numbered(rows, page, ({ actor, isGap }) => (isGap ? 0 : Math.max(0, columns.indexOf(actor)) * columnWidth))]
}

const asList = (rows: readonly Row[], page: Page): string[] =>
  numbered(
    rows.map((row) => (row.isGap ? row : { ...row, text: `${row.actor}: ${row.text}` })),
    page,
    () => 0,
  )

const numbered = (rows: readonly Row[], page: Page, offsetOf: (row: Row) => number): string[] => {
  let n = 0
  return rows.flatMap((row) => linesOf(row, row.isGap ? '' : String(++n), offsetOf(row), page))
}

/** The text may run on over the columns to its right, which are empty in this row; what does not fit goes on below. */
const linesOf = ({ text, mark, isGap }: Row, number: string, offset: number, page: Page): string[] => {
  const { palette, numberWidth, room } = page
  const paint = isGap ? palette.dim : mark?.startsWith('<--') ? palette.red : undefined
  const lines = wrap(mark === undefined ? text : `${text}   ${mark}`, room - offset)
  return lines.map((line, index) => {
    const margin = palette.dim(padStart(index === 0 ? number : '', numberWidth))
    return `${margin} ${' '.repeat(offset)}${paint === undefined ? line : paint(line)}`.trimEnd()
  })
}
