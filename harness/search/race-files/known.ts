// Known races: reported, and not red until a day.
import type { Known } from './race-file.js'

export interface Standing {
  /** It is not red today. */
  readonly holds: boolean
  /** `known until 2027-01-31: waits for the driver's release`. */
  readonly text: string
}

/** `today`: `2026-11-30`, of UTC, so that it is the same day on every machine. The day itself still counts. */
export const standingOf = ({ until, reason }: Known, today: string): Standing => {
  const holds = today <= until
  return { holds, text: `${holds ? 'known until' : 'was known until'} ${until}: ${reason}` }
}

/** Days of UTC are compared as text. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
