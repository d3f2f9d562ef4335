// What a report comes to beside its outcome: known for now, or open.
import type { SearchReport } from './report.js'

/** All that was found is known, by what race files say, and the day of none is over: told, and not red. */
export const isKnown = ({ counterexamples }: Pick<SearchReport, 'counterexamples'>): boolean =>
  counterexamples.length > 0 && counterexamples.every(({ known }) => known?.holds === true)

/** Nothing can be said: the search was interrupted before it found anything, or could not judge. */
export const isOpen = ({ outcome, stopped }: Pick<SearchReport, 'outcome' | 'stopped'>): boolean =>
  outcome === 'unknown' || (outcome === 'pass' && stopped === 'interrupted')
