// The rows of a timeline, before they are laid out.
import type { Step } from '../core/execution.js'
import type { HistoryEvent } from '../core/history.js'

/** One thing that one actor did. */
export interface Row {
  readonly actor: string
  readonly text: string
  /** Where several connections are open: the one that it happened on, which has a column of its own where there is room. */
  readonly connection?: string
  /** What the schedule did to it: `was slow`, `overtook ann`. */
  readonly note?: string
  /** What went wrong here, and what the reader should see first: `belongs to ann`. */
  readonly mark?: string
  /** In the place of its number: when it happened. */
  readonly time?: string
  /** Tells how it stands at the end: nothing ran. */
  readonly atEnd?: true
  /** Stands for so many rows that are not shown; has no number of its own. */
  readonly skips?: number
}

/** A row and where it belongs: events lie behind the step in which they happened. */
export interface PlacedRow extends Row {
  readonly at: number
  /** What it tells of: an event, or steps that follow one another. */
  readonly event?: HistoryEvent
  readonly steps?: readonly Step[]
}

/** Steps are numbered from 0; an event's `step` counts the steps that had begun when it happened. */
export const placeOfStep = (n: number): number => 2 * (n + 1)
export const placeOfEvent = (step: number): number => 2 * step + 1

/** The name of a row's column: a connection splits its actor. */
export const laneOf = ({ actor, connection }: Row): string => (connection === undefined ? actor : `${actor} ${connection}`)

/** The same row in the column of its actor. */
export const withoutConnection = <R extends Row>({ connection, ...row }: R): Omit<R, 'connection'> =>
  connection === undefined ? row : { ...row, text: `${connection}: ${row.text}` }
