// The timeline of an execution: a column for each caller and the dispatcher, a row for each thing that happened, the crossed answer marked.
import type { Execution } from '../core/execution.js'
import type { PairEnd, Wait } from '../core/explanation.js'
import type { Change } from '../core/policy.js'
import type { Verdict } from '../core/verdict.js'
import { endRows } from './end-rows.js'
import { layOut } from './layout.js'
import type { Palette } from './palette.js'
import type { PlacedRow, Row } from './rows.js'
import { shortened } from './shortened.js'
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
  /** The two steps whose order decides are shown too. Default: none. */
  readonly pair?: readonly PairEnd[] | null | undefined
  /** Events have the time at which they happened in the place of a number. Default false. */
  readonly times?: boolean
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
  const { width = 80, palette, replay, rows: most = 60, times = false } = options
  const told = toldRows(execution, options)
  const rowsTold = times ? told.rows.map(timed) : told.rows
  const all = [...rowsTold, ...endRows(execution, options)].map(named)
  const rows = shortened(all, Math.max(LEAST_ROWS, most), (_, gap) => gap)
  const layout = palette === undefined ? { width } : { width, palette }
  const lines = rows.length === 0 ? ['nothing was recorded'] : layOut(rows, layout)
  if (told.hidden > 0) lines.push(...wrap(`(${counted(told.hidden, 'other step')} not shown)`, width))
  return [...lines, ...(replay === undefined ? [] : [replay])].join('\n')
}

const timed = (row: PlacedRow): Row => (row.event === undefined ? row : { ...row, time: `${row.event.atMs.toFixed(1)} ms` })

const named = (row: Row): Row => ({ ...row, actor: safe(row.actor) })
