// Lays rows out: one column for each actor where the terminal is wide enough, else one line for each row.
import { columnsOf } from './columns.js'
import { NO_COLOURS, type Palette } from './palette.js'
import { laneOf, type Row, withoutConnection } from './rows.js'
import { padEnd, padStart, widthOf, wrap } from './text.js'

export interface LayoutOptions {
  /** Columns of the terminal. */
  readonly width: number
  readonly palette?: Palette
}

/** Narrower columns are not readable; the last one needs room for its text. */
const NARROWEST = 12
const WIDEST = 28
const LAST = 20
const GAP = 2
/** Before each text, and as wide where there is nothing to mark. */
const SWITCH = '> '
const NO_SWITCH = '  '

/** Connections have columns of their own where these fit; then actors; then there are no columns. */
export const layOut = (rows: readonly Row[], { width, palette = NO_COLOURS }: LayoutOptions): string[] => {
  const last = String(rows.reduce((sum, { skips = 1 }) => sum + skips, 0))
  const isTimed = rows.some(({ time }) => time !== undefined)
  const numberWidth = isTimed ? Math.max(...rows.map(({ time = '' }) => widthOf(time))) : last.length
  const page: Page = { palette, numberWidth, isTimed, room: Math.max(8, width - numberWidth - 1) }
  for (const split of [rows, rows.map(withoutConnection)]) {
    const columns = columnsOf(split)
    const columnWidth = columnWidthFor(split, columns, page)
    if (columnWidth !== null) return inColumns(split, { ...page, columns, columnWidth })
  }
  return asList(rows, page)
}

interface Page {
  readonly palette: Palette
  readonly numberWidth: number
  /** Rows are told by their times, and have no numbers. */
  readonly isTimed: boolean
  /** Columns beside the number. */
  readonly room: number
}

interface Columns extends Page {
  readonly columns: readonly string[]
  readonly columnWidth: number
}

/** `null`: they do not fit beside each other. */
const columnWidthFor = (rows: readonly Row[], columns: readonly string[], { room }: Page): number | null => {
  if (columns.length < 2) return room
  const longestName = SWITCH.length + Math.max(...columns.map((name) => widthOf(name)))
  // The last column has all that is left.
  const others = rows.filter((row) => row.skips === undefined && laneOf(row) !== columns[columns.length - 1])
  const longestText = SWITCH.length + Math.max(0, ...others.map(({ text }) => widthOf(text)))
  const fitting = Math.floor((room - LAST) / (columns.length - 1))
  if (fitting < Math.max(NARROWEST, longestName + 1)) return null
  return Math.max(NARROWEST, Math.min(Math.max(longestName, longestText) + GAP, Math.max(WIDEST, longestName + 1), fitting))
}

const inColumns = (rows: readonly Row[], page: Columns): string[] => {
  const { columns, columnWidth, palette, numberWidth } = page
  const margin = ' '.repeat(numberWidth + 1)
  const header = margin + columns.map((name) => padEnd(NO_SWITCH + name, columnWidth)).join('')
  return [
    palette.bold(header.trimEnd()),
    ...numbered(rows, page, (row) => (row.skips === undefined ? Math.max(0, columns.indexOf(laneOf(row))) * columnWidth : 0)),
  ]
}

const asList = (rows: readonly Row[], page: Page): string[] =>
  numbered(
    rows.map((row) => (row.skips === undefined ? { ...row, text: `${laneOf(row)}: ${row.text}` } : row)),
    page,
    () => 0,
  )

const numbered = (rows: readonly Row[], page: Page, offsetOf: (row: Row) => number): string[] => {
  let n = 0
  return rows.flatMap((row, index) => {
    n += row.skips ?? 1
    const place = {
      number: page.isTimed ? (row.time ?? '') : row.skips === undefined ? String(n) : '',
      offset: offsetOf(row),
      isSwitch: isSwitch(rows[index - 1], row),
    }
    return linesOf(row, place, page)
  })
}

/** Somebody else goes on than in the row above. */
const isSwitch = (before: Row | undefined, row: Row): boolean =>
  before !== undefined && row.skips === undefined && row.atEnd === undefined && laneOf(before) !== laneOf(row)

interface RowPlace {
  readonly number: string
  readonly offset: number
  readonly isSwitch: boolean
}

/** The text may run on over the columns to its right, which are empty in this row; what does not fit goes on below. */
const linesOf = (row: Row, { number, offset, isSwitch }: RowPlace, page: Page): string[] => {
  const { palette, numberWidth } = page
  const room = page.room - offset - SWITCH.length
  return withSigns(wrap(row.text, room), row, room).map((line, index) => {
    const margin = palette.dim(padStart(index === 0 ? number : '', numberWidth))
    const sign = index === 0 && isSwitch ? signOf(row, palette) : NO_SWITCH
    return `${margin} ${' '.repeat(offset)}${sign}${painted(line, row, palette)}`.trimEnd()
  })
}

/** A switch that the schedule forced stands out from those that Node would have made by itself. */
const signOf = ({ note }: Row, palette: Palette): string => (note === undefined ? palette.dim : palette.yellow)(SWITCH)

const painted = (line: string, { note, mark, skips }: Row, palette: Palette): string => {
  if (skips !== undefined) return palette.dim(line)
  if (mark !== undefined) return palette.red(line)
  const sign = `(${note})`
  return note !== undefined && line.endsWith(sign) ? line.slice(0, -sign.length) + palette.yellow(sign) : line
}

/** Each sign stays in one piece: behind the text, or below it. */
const withSigns = (lines: readonly string[], { note, mark }: Row, width: number): string[] => {
  const above = [...lines]
  for (const sign of [...(note === undefined ? [] : [`(${note})`]), ...(mark === undefined ? [] : [`<-- ${mark}`])]) {
    const last = above.pop() ?? ''
    if (widthOf(`${last}   ${sign}`) <= width) above.push(`${last}   ${sign}`)
    else above.push(last, ...wrap(sign, width))
  }
  return above
}
