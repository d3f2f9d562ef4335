// What runs in the real world go by where nobody says otherwise.

export const DEFAULT_RUNS = 20
/** Real ms without an event after which a run may count as hung. */
export const DEFAULT_PATIENCE_MS = 3000
