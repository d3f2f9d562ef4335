// Known races: reported, and not red until a day.
import type { KnownRace } from '../../core/report.js'
import type { Known } from './race-file.js'

/** `today`: `2026-11-30`, of UTC, so that it is the same day on every machine. The last day still counts. */
export const knownRace = ({ until, reason }: Known, file: string, today: string): KnownRace => ({
  until,
  reason,
  holds: today <= until,
  file,
})

/** Days of UTC are compared as text. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
