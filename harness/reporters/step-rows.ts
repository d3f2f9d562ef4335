// Steps that no event of the history tells of. Beside a history only those that made the difference are shown; alone, all of them.
import type { Execution, Step } from '../core/execution.js'
import type { PairEnd, Place } from '../core/explanation.js'
import { type Change, type Deviation, type Hold, isHold } from '../core/policy.js'
import { type PlacedRow, placeOfStep } from './rows.js'
import { cut, safe } from './text.js'
import { keyParts } from './words.js'

const WHAT_WIDTH = 48

/** What makes a step worth a row of its own. */
export interface Marked {
  readonly changes: readonly Change[]
  /** The two steps whose order decides. */
  readonly pair?: readonly PairEnd[]
}

/** Words on the steps that a hold or a deviation moved, by key of the step. */
type Notes = ReadonlyMap<string, string>

const notesOn = ({ changes, pair = [] }: Marked, steps: readonly Step[]): Notes => {
  const notes = new Map<string, string>()
  for (const change of changes) {
    if (isHold(change)) noteHold(notes, change)
    else if (keyParts(change.take) === null) noteData(notes, change, steps)
    else noteDeviation(notes, change)
  }
  for (const { key, at } of pair) if (!notes.has(key)) notes.set(key, `at ${lineIn(at)}`)
  return notes
}

/** The folder is told in the reason. */
const lineIn = ({ file, line }: Place): string => `${file.slice(file.lastIndexOf('/') + 1)}:${line}`

const noteHold = (notes: Map<string, string>, { hold, until }: Hold): void => {
  notes.set(hold, 'was slow')
  const overtaken = keyParts(hold)?.actor
  if (until !== 'last' && overtaken !== undefined && !notes.has(until)) notes.set(until, `overtook ${overtaken}`)
}

const noteDeviation = (notes: Map<string, string>, { at, take }: Deviation): void => {
  const [before, taken] = [keyParts(at), keyParts(take)]
  if (before !== null && taken !== null && !notes.has(take)) notes.set(take, `before ${before.actor}`)
}

/** Data that was chosen inside a step, such as a fault: noted where one step alone can be meant. */
const noteData = (notes: Map<string, string>, { take }: Deviation, steps: readonly Step[]): void => {
  const isChosen = (chosen: string): boolean => chosen.endsWith(`: ${take}`)
  const [step, ...others] = steps.filter(({ chose = [] }) => chose.some(isChosen))
  if (step !== undefined && others.length === 0) notes.set(step.key, step.chose?.find(isChosen) as string)
}

/** The steps of an execution that a change of its policy moved, and the two whose order decides. */
export const movedRows = ({ steps }: Execution, marked: Marked): PlacedRow[] => {
  const notes = notesOn(marked, steps)
  if (notes.size === 0) return []
  return steps.filter(({ key }) => notes.has(key)).map((step) => rowOf(step, [step], notes.get(step.key)))
}

/** Every step; those of one actor that follow one another, unless one of them was moved, are told in one row. */
export const allStepRows = ({ steps }: Execution, marked: Marked): PlacedRow[] => {
  const notes = notesOn(marked, steps)
  const rows: PlacedRow[] = []
  let group: Step[] = []
  const close = (): void => {
    if (group[0] !== undefined) rows.push(rowOf(group[0], group, notes.get(group[0].key)))
    group = []
  }
  for (const step of steps) {
    const previous = group[group.length - 1]
    if (previous !== undefined && (previous.actor !== step.actor || notes.has(step.key) || notes.has(previous.key))) close()
    group.push(step)
  }
  close()
  return rows
}

const rowOf = ({ n, actor }: Step, group: readonly Step[], note: string | undefined): PlacedRow => {
  const names = [...new Set(group.map(({ what }) => safe(what)))]
  const text = cut(
    names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${group.length - 2} more` : names.join(', '),
    WHAT_WIDTH,
  )
  return { actor, text, at: placeOfStep(n), steps: group, ...(note === undefined ? {} : { note: safe(note) }) }
}
