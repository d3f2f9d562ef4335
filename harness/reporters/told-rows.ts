// Which rows tell an execution: its events with the steps that the schedule moved; without events every step, as far as recorded.
import type { Execution } from '../core/execution.js'
import type { PairEnd } from '../core/explanation.js'
import type { Change } from '../core/policy.js'
import type { Verdict } from '../core/verdict.js'
import { eventRows, type Receipts } from './event-rows.js'
import { type PlacedRow, placeOfEvent } from './rows.js'
import { allStepRows, movedRows } from './step-rows.js'
import { spelled } from './words.js'

export interface ToldOptions {
  readonly verdicts?: readonly Verdict[]
  readonly changes?: readonly Change[]
  /** The two steps whose order decides, where they are known. */
  readonly pair?: readonly PairEnd[] | null | undefined
  /** Default: where it matters. */
  readonly receipts?: Receipts
}

export interface Told {
  readonly rows: readonly PlacedRow[]
  /** Steps that no row tells of. */
  readonly hidden: number
}

const MOST_CHANGES_TOLD = 8
/** Columns that printed text may take in a row. */
const PRINTED_WIDTH = 60

/** In the order in which it happened. */
export const toldRows = (execution: Execution, { verdicts = [], changes = [], pair, receipts }: ToldOptions): Told => {
  const telling = { changes: changes.length > MOST_CHANGES_TOLD ? [] : changes, pair: pair ?? [] }
  const events = eventRows(execution, verdicts, receipts)
  const printed = printedRows(execution)
  if (events.length === 0) return { rows: inOrder([...allStepRows(execution, telling), ...printed]), hidden: 0 }
  const moved = movedRows(execution, telling)
  const tellingSteps = new Set(execution.history.map(({ step }) => step - 1))
  const hidden = execution.steps.filter(({ n }) => !tellingSteps.has(n)).length - moved.length
  return { rows: inOrder([...merged(moved, events), ...printed]), hidden }
}

/** Under whoever printed it, behind what had happened by then. */
const printedRows = ({ printed = [] }: Execution): PlacedRow[] =>
  printed.map(({ actor, step, stream, text }) => ({
    actor,
    text: `print${stream === 'stderr' ? ' (stderr)' : ''} ${spelled(text, PRINTED_WIDTH)}`,
    at: placeOfEvent(step),
  }))

const inOrder = (rows: readonly PlacedRow[]): PlacedRow[] => [...rows].sort((a, b) => a.at - b.at)

/** By place; an event of the same actor right behind its own moved step takes over the step's note and stands for it. */
const merged = (moved: readonly PlacedRow[], events: readonly PlacedRow[]): PlacedRow[] => {
  const rows = [...moved, ...events].sort((a, b) => a.at - b.at)
  return rows.flatMap((row, index) => {
    const [before, next] = [rows[index - 1], rows[index + 1]]
    if (next !== undefined && isOwnEvent(row, next)) return []
    const note = before !== undefined && isOwnEvent(before, row) ? before.note : undefined
    return [note === undefined ? row : { ...row, note, steps: before?.steps ?? [] }]
  })
}

const isOwnEvent = (step: PlacedRow, event: PlacedRow): boolean =>
  step.event === undefined && event.event !== undefined && event.at === step.at + 1 && event.actor === step.actor
