// The table of replayed race files: what came of each, and what it was found again by.
import type { Palette } from './palette.js'
import { type Column, table } from './table.js'
import { count, counted, duration } from './words.js'

export interface RaceRow {
  /** Relative to the working directory. */
  readonly file: string
  /** `error`: something kept it from being replayed. */
  readonly result: 'fails' | 'passes now' | 'diverged' | 'error'
  readonly heldBy: 'key' | 'index' | 'search' | null
  /** Schedules around it that were tried. */
  readonly schedules: number
  readonly ms: number
  /** It fails, and that is known for now. */
  readonly isKnown: boolean
}

const markOf = ({ result, isKnown }: RaceRow): string =>
  result === 'passes now' ? 'ok' : isKnown ? '~' : result === 'fails' ? 'x' : '?'

/** `fails (key)`, `fails (search), known`. */
const resultOf = ({ result, heldBy, isKnown }: RaceRow): string =>
  `${result}${heldBy === null ? '' : ` (${heldBy})`}${isKnown ? ', known' : ''}`

const COLUMNS: readonly Column<RaceRow>[] = [
  { title: '', text: markOf },
  { title: 'race file', text: ({ file }) => file },
  { title: 'result', text: resultOf },
  { title: 'tried', text: ({ schedules }) => (schedules === 0 ? '' : count(schedules)), align: 'right', drop: 3 },
  { title: 'time', text: ({ ms }) => duration(ms), align: 'right', drop: 4 },
]

/** The last line counts: `3 race files: 1 fails, 2 pass now`. */
export const raceTable = (
  rows: readonly RaceRow[],
  { width, palette }: { readonly width: number; readonly palette: Palette },
): string => {
  const lines = table(rows, COLUMNS, width) ?? rows.map((row) => `${markOf(row)} ${row.file}: ${resultOf(row)}`)
  const painted = lines.map((line) =>
    line.startsWith('x') ? palette.red(line) : /^[~?]/.test(line) ? palette.yellow(line) : line,
  )
  return [...painted, '', totals(rows)].join('\n')
}

const totals = (rows: readonly RaceRow[]): string => {
  const of = (isMeant: (row: RaceRow) => boolean, one: string, many: string): string[] => {
    const n = rows.filter(isMeant).length
    return n === 0 ? [] : [`${count(n)} ${n === 1 ? one : many}`]
  }
  const parts = [
    ...of(({ result, isKnown }) => result === 'fails' && !isKnown, 'fails', 'fail'),
    ...of(({ isKnown }) => isKnown, 'fails and is known', 'fail and are known'),
    ...of(({ result }) => result === 'passes now', 'passes now', 'pass now'),
    ...of(({ result }) => result === 'diverged', 'has diverged', 'have diverged'),
    ...of(({ result }) => result === 'error', 'could not be replayed', 'could not be replayed'),
  ]
  return `${counted(rows.length, 'race file')}: ${parts.join(', ')}`
}
