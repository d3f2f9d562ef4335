// An execution as the page draws it: lanes, rows, arrows and bars, as plain data with indices.
import type { Execution } from '../../core/execution.js'
import type { Wait } from '../../core/explanation.js'
import { type Call, DISPATCHER, isMain } from '../../core/history.js'
import type { Change } from '../../core/policy.js'
import type { Verdict } from '../../core/verdict.js'
import { columnsOf } from '../columns.js'
import { endRows } from '../end-rows.js'
import { laneOf, type PlacedRow, withoutConnection } from '../rows.js'
import { shortened } from '../shortened.js'
import { safe } from '../text.js'
import { toldRows } from '../told-rows.js'
import { type Arrow, type ArrowKind, arrowsOf, type Bar, barsOf } from './arrows.js'
import { type Facts, factsOf } from './facts.js'
import { ownersOf } from './owners.js'
import { sideSteps } from './side-steps.js'

export interface Lane {
  readonly name: string
  /** Callers have hues of their own, counted from 0; `null`: the dispatcher, and what belongs to nobody. */
  readonly hue: number | null
}

export interface DrawnRow {
  /** Index of its lane. */
  readonly lane: number
  /** Index of the lane of the caller whose call it is about; `null`: nobody's. */
  readonly owner: number | null
  readonly kind: 'event' | 'step' | 'aside' | 'end' | 'gap'
  /** Virtual milliseconds. */
  readonly atMs: number
  readonly text: string
  readonly note: string | null
  readonly mark: string | null
  readonly facts: Facts
}

/** Ends are indices of rows, the owner that of a lane. */
export interface DrawnLine<Kind extends string> {
  readonly kind: Kind
  readonly from: number
  readonly to: number | null
  readonly owner: number | null
}

export interface Drawing {
  readonly lanes: readonly Lane[]
  readonly rows: readonly DrawnRow[]
  readonly arrows: readonly DrawnLine<ArrowKind>[]
  readonly bars: readonly DrawnLine<'bar'>[]
  /** Steps that no row tells of. */
  readonly hiddenSteps: number
}

export interface DrawingOptions {
  readonly verdicts: readonly Verdict[]
  readonly changes: readonly Change[]
  readonly waits?: readonly Wait[] | undefined
  /** Rows at most; the middle of a longer story is counted. */
  readonly rows: number
  /** Characters that the data of one row may take. */
  readonly dataLength: number
  /** Drawn beside another one, whose changes it does not have: the steps that these moved are shown, as they came here. */
  readonly isCompared?: true
  /** Columns that it is to have, and in this order, besides any others. */
  readonly columns?: readonly string[]
}

export const drawingOf = (execution: Execution, options: DrawingOptions): Drawing => {
  const { rows: placed, hidden } = placedRows(execution, options)
  const columns = [...new Set([...(options.columns ?? []), ...columnsOf(placed)])]
  const owners = ownersOf(execution, options.verdicts)
  const laneOfCall = (call: Call | null): number | null => indexOf(columns, call?.invoke.actor)
  const rowOfEvent = new Map(placed.flatMap(({ event }, index) => (event === undefined ? [] : [[event.n, index]])))
  const lines = <Kind extends string>(all: readonly (Arrow | Bar)[], kindOf: (line: Arrow | Bar) => Kind) =>
    all.flatMap((line): DrawnLine<Kind>[] => {
      const [from, to] = [rowOfEvent.get(line.from), line.to === null ? null : rowOfEvent.get(line.to)]
      return from === undefined || to === undefined ? [] : [{ kind: kindOf(line), from, to, owner: laneOfCall(line.owner) }]
    })
  return {
    lanes: lanesOf(columns),
    rows: placed.map((row) => {
      const lane = columns.indexOf(laneOf(row))
      return drawn(row, {
        lane,
        owner: row.event === undefined ? lane : laneOfCall(owners.callOf(row.event)),
        execution,
        options,
      })
    }),
    arrows: lines(arrowsOf(execution.history, owners), (line) => (line as Arrow).kind),
    bars: lines(barsOf(execution.history, owners), () => 'bar'),
    hiddenSteps: hidden,
  }
}

const indexOf = (columns: readonly string[], actor: string | undefined): number | null => {
  const index = actor === undefined ? -1 : columns.indexOf(safe(actor))
  return index < 0 ? null : index
}

const lanesOf = (columns: readonly string[]): Lane[] => {
  const isHued = (name: string): boolean => !isMain(name) && name !== DISPATCHER && !name.startsWith(`${DISPATCHER} `)
  return columns.map((name, index) => ({ name, hue: isHued(name) ? columns.slice(0, index).filter(isHued).length : null }))
}

interface PageRow extends PlacedRow {
  readonly isAside?: true
}

interface RowPlace {
  readonly lane: number
  readonly owner: number | null
  readonly execution: Execution
  readonly options: DrawingOptions
}

const drawn = (row: PageRow, { lane, owner, execution, options }: RowPlace): DrawnRow => ({
  lane,
  owner,
  kind: kindOf(row),
  atMs: row.event?.atMs ?? row.steps?.[0]?.atMs ?? execution.stats.atMs,
  text: row.text,
  note: row.note ?? null,
  mark: row.mark ?? null,
  facts: factsOf(row, options.dataLength),
})

const kindOf = ({ event, atEnd, skips, isAside }: PageRow): DrawnRow['kind'] => {
  if (event !== undefined) return 'event'
  if (atEnd) return 'end'
  return skips !== undefined ? 'gap' : isAside ? 'aside' : 'step'
}

/** With more connections than this, they share the column of the dispatcher. */
const MOST_CONNECTIONS = 4
const MOST_ASIDES = 400

const placedRows = (execution: Execution, options: DrawingOptions): { rows: readonly PageRow[]; hidden: number } => {
  const { verdicts, changes, waits, rows: most } = options
  const told = toldRows(execution, { verdicts, changes, receipts: 'always' })
  const ends = endRows(execution, { verdicts, ...(waits === undefined ? {} : { waits }) })
  const moved = options.isCompared ? told.rows.map(({ note: _, ...row }) => row) : told.rows
  const story = joined([...moved, ...ends.map((row) => ({ ...row, at: Number.POSITIVE_INFINITY }))].map(named))
  const room = Math.min(MOST_ASIDES, Math.max(0, most - story.length))
  const others = sideSteps(execution, told.rows, room)
  const asides = others.rows.map((row): PageRow => ({ ...named(row), isAside: true }))
  const rows = [...story, ...asides].sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
  return {
    rows: shortened(rows, most, ({ at }, gap) => ({ ...gap, at })),
    hidden: others.left,
  }
}

const named = (row: PlacedRow): PlacedRow => ({ ...row, actor: safe(row.actor) })

const joined = (rows: readonly PlacedRow[]): readonly PlacedRow[] => {
  const connections = new Set(rows.flatMap(({ connection }) => connection ?? []))
  return connections.size > MOST_CONNECTIONS ? rows.map(withoutConnection) : rows
}
