// A plain table: columns aligned by what a terminal shows; where it is too narrow, the columns that matter least go first.
import { padEnd, padStart, safe, widthOf } from './text.js'

export interface Column<Row> {
  readonly title: string
  readonly text: (row: Row) => string
  readonly align?: 'left' | 'right'
  /** Dropped first where the terminal is too narrow: the highest. Without it the column always stays. */
  readonly drop?: number
}

const GAP = 2

/** The lines of the table, its header first; `null` where even the columns that stay do not fit. */
export const table = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): string[] | null => {
  const cells = columns.map((column) => [column.title, ...rows.map((row) => safe(column.text(row)))])
  const widths = cells.map((column) => Math.max(...column.map(widthOf)))
  const kept = columnsThatFit(columns, widths, width)
  if (kept === null) return null
  return Array.from({ length: rows.length + 1 }, (_, line) =>
    kept
      .map((index) => {
        const pad = columns[index]?.align === 'right' ? padStart : padEnd
        return pad(cells[index]?.[line] ?? '', widths[index] ?? 0)
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

const columnsThatFit = (columns: readonly Column<never>[], widths: readonly number[], width: number): number[] | null => {
  let kept = columns.map((_, index) => index)
  const taken = (): number => kept.reduce((sum, index) => sum + (widths[index] ?? 0) + GAP, -GAP)
  const droppable = kept
    .filter((index) => columns[index]?.drop !== undefined)
    .sort((a, b) => (columns[b]?.drop ?? 0) - (columns[a]?.drop ?? 0))
  for (const index of droppable) {
    if (taken() <= width) return kept
    kept = kept.filter((other) => other !== index)
  }
  return taken() <= width ? kept : null
}
