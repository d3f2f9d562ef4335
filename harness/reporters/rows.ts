// The rows of a timeline, before they are laid out.

/** One thing that one actor did. */
export interface Row {
  readonly actor: string
  readonly text: string
  /** Behind the text, and what the reader should see first: `<-- belongs to ann`. */
  readonly mark?: string
  /** Stands for so many rows that are not shown; has no number of its own. */
  readonly skips?: number
}

/** A row and where it belongs: events lie behind the step in which they happened. */
export interface PlacedRow extends Row {
  readonly at: number
}

/** Steps are numbered from 0; an event's `step` counts the steps that had begun when it happened. */
export const placeOfStep = (n: number): number => 2 * (n + 1)
export const placeOfEvent = (step: number): number => 2 * step + 1
