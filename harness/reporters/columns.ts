// Which columns a timeline has, from left to right.
import { DISPATCHER, isMain } from '../core/history.js'
import { laneOf, type Row } from './rows.js'

/** Callers in the order in which they appear, then main and what it started, then the dispatcher and its connections. */
export const columnsOf = (rows: readonly Row[]): string[] => {
  const lanes = new Map(rows.map((row) => [laneOf(row), row.actor]))
  const rank = (lane: string): number => {
    const actor = lanes.get(lane) as string
    return actor === DISPATCHER ? 2 : isMain(actor) ? 1 : 0
  }
  const inOrder = [...lanes.keys()]
  const last = inOrder.filter((lane) => rank(lane) === 2).sort()
  return [...inOrder.filter((lane) => rank(lane) === 0), ...inOrder.filter((lane) => rank(lane) === 1), ...last]
}
