// The rows of a drawing as its template takes them, and what the page's script needs to know besides.
import type { Drawing, DrawnRow } from './drawing.js'

export interface RowView {
  readonly classes: string
  /** How far the clock moved since the row before: `+50 ms`. Empty where it hardly did. */
  readonly jump: string
  /** Said above the first row that is not as in the other drawing. */
  readonly parts: string
  readonly at: string
  readonly who: string
  readonly text: string
  readonly note: string | null
  readonly mark: string | null
}

/** Hues that a page has; callers beyond share them. */
const HUES = 8
const KINDS: Readonly<Record<DrawnRow['kind'], string>> = { event: 'e', step: 's', aside: 'a', end: 'z', gap: 'g' }
const LEAST_JUMP_MS = 1
const LONG_MS = 10_000

/** `parting`: index of the row with which the drawing parts ways with another one. */
export const rowsOf = ({ rows, lanes }: Drawing, parting: number | null): RowView[] => {
  let lastMs = 0
  return rows.map((row, index) => {
    const { atMs, lane, kind, text, note, mark } = row
    const jumpMs = kind === 'aside' || kind === 'end' ? 0 : atMs - lastMs
    if (kind !== 'aside') lastMs = atMs
    return {
      classes: classesOf(row, lanes),
      jump: jumpText(jumpMs),
      parts: index === parting ? 'here the two part ways' : '',
      at: kind === 'gap' ? '' : milliseconds(atMs),
      who: lanes[lane]?.name ?? '',
      text,
      note,
      mark,
    }
  })
}

const classesOf = ({ kind, lane, owner, mark }: DrawnRow, lanes: Drawing['lanes']): string => {
  const hue = owner === null ? null : (lanes[owner]?.hue ?? null)
  const names = [KINDS[kind], `l${lane}`, hue === null ? '' : `h${hue % HUES}`, mark === null ? '' : 'x']
  return names.filter((name) => name !== '').join(' ')
}

const jumpText = (ms: number): string => {
  if (ms < LEAST_JUMP_MS) return ''
  return ms < LONG_MS ? `+${milliseconds(ms)} ms` : `+${milliseconds(ms / 1000)} s`
}

/** With two digits at most, thousands apart. */
const milliseconds = (ms: number): string => Number(ms.toFixed(2)).toLocaleString('en')

const FACTS = ['step', 'op', 'call', 'via', 'in', 'out', 'err', 'task', 'by', 'took', 'data'] as const

/** JSON that can stand in a script element: arrows, bars, and of each row its owner and its facts, in the order of `page/details.js`. */
export const dataOf = ({ arrows, bars, rows, lanes }: Drawing): string => {
  const hueOf = (lane: number | null): number => (lane === null ? -1 : (lanes[lane]?.hue ?? -1) % HUES)
  const data = {
    arrows: arrows.map(({ from, to, kind, owner }) => [from, to ?? -1, kind, hueOf(owner), owner ?? -1]),
    bars: bars.map(({ from, to, owner }) => [from, to ?? -1, hueOf(owner), owner ?? -1]),
    rows: rows.map(({ lane, owner, facts }) => [lane, owner ?? -1, ...trimmed(FACTS.map((name) => facts[name] ?? 0))]),
  }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

const trimmed = (values: readonly (string | number)[]): readonly (string | number)[] => {
  const last = values.findLastIndex((value) => value !== 0)
  return values.slice(0, last + 1)
}
