// A story that is too long loses its middle: the beginning and the end matter most.
import type { Row } from './rows.js'
import { counted } from './words.js'

/** At most so many rows, with one that counts what is left out. */
export const shortened = <R extends Row>(rows: readonly R[], most: number, gap: (first: R, row: Row) => R): readonly R[] => {
  if (rows.length <= most) return rows
  const atEnd = Math.ceil((most - 1) * 0.7)
  const atStart = most - 1 - atEnd
  const skips = rows.length - atStart - atEnd
  const first = rows[atStart] as R
  const row: Row = { actor: first.actor, text: `... ${counted(skips, 'row')} not shown`, skips }
  return [...rows.slice(0, atStart), gap(first, row), ...rows.slice(rows.length - atEnd)]
}
