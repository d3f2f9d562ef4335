// The timeline of an execution: a column for each caller and the dispatcher, a row for each thing that happened, the crossed answer marked.
import type { Execution } from '../core/execution.js'
import type { Change } from '../core/policy.js'
import type { Wait } from '../core/report.js'
import type { Verdict } from '../core/verdict.js'
import { endRows } from './end-rows.js'
import { layOut } from './layout.js'
import type { Palette } from './palette.js'
import type { Row } from './rows.js'
import { safe, wrap } from './text.js'
import { toldRows } from './told-rows.js'
import { counted } from './words.js'

export interface TimelineOptions {
  /** Columns of the terminal. Default 80. */
  readonly width?: number
  /** Default: no colours. */
  readonly palette?: Palette
  /** Verdicts on the execution: they help to mark what tokens do not tell. */
  readonly verdicts?: readonly Verdict[]
  /** Who waits for whom at the end. Default: only who waits. */
  readonly waits?: readonly Wait[]
  /** Holds and deviations that made the difference; the steps that they moved are shown. Default: none. */
  readonly changes?: readonly Change[]
  /** Rows at most; what lies in the middle of a longer story is counted. Default 60. */
  readonly rows?: number
  /** The command that replays it: the last line. */
  readonly replay?: string
}

const LEAST_ROWS = 4

/**
 * Draws an execution in the manner of Lincheck: a column for each caller, the dispatcher, and where there is room each connection;
 * `>` where another goes on than in the row above. Plain ASCII but for what the subject's own data holds, and no line is wider than
 * the terminal, save the replay command. A history is told event by event with the steps that a hold or deviation moved; without one
 * every step is told, as far as they were recorded.
 */
export const timeline = (execution: Execution, options: TimelineOptions = {}): string => {
  const { width = 80, palette, replay, rows: most = 60 } = options
  const told = toldRows(execution, options)
  const rows = shortened([...told.rows, ...endRows(execution, options)].map(named), Math.max(LEAST_ROWS, most))
  const layout = palette === undefined ? { width } : { width, palette }
  const lines = rows.length === 0 ? ['nothing was recorded'] : layOut(rows, layout)
  if (told.hidden > 0) lines.push(...wrap(`(${counted(told.hidden, 'other step')} not shown)`, width))
  return [...lines, ...(replay === undefined ? [] : [replay])].join('\n')
}

const named = (row: Row): Row => ({ ...row, actor: safe(row.actor) })

/** The beginning and the end matter most. */
const shortened = (rows: readonly Row[], most: number): Row[] => {
  if (rows.length <= most) return [...rows]
  const atEnd = Math.ceil((most - 1) * 0.7)
  const atStart = most - 1 - atEnd
  const left = rows.length - atStart - atEnd
  const gap: Row = { actor: rows[atStart]?.actor ?? '', text: `... ${counted(left, 'row')} not shown`, skips: left }
  return [...rows.slice(0, atStart), gap, ...rows.slice(rows.length - atEnd)]
}
