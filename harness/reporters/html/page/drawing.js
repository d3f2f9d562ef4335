// One drawing: its rows, the lines over them, which of them are shown, and how far it has been stepped through.
import { all, one } from './dom.js'
import { arrow, bar, dotOf } from './lines.js'

/** @typedef {{ arrows: [from: number, to: number, kind: string, hue: number, owner: number][], bars: [from: number, to: number, hue: number, owner: number][], rows: [lane: number, owner: number, ...facts: (string | number)[]][] }} DrawingData */
/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('./lines.js').Line} Line */
/** @typedef {{ rows: HTMLElement[], visible(): number[], at(now: number | null): void, filter(lanes: ReadonlySet<number>): void, draw(): void, facts(row: number): (string | number)[] }} Drawing */

/** @type {(figure: HTMLElement) => Drawing} */
export const createDrawing = (figure) => {
  /** @type {DrawingData} */
  const data = JSON.parse(one(figure, 'script').textContent ?? '')
  const rows = all(figure, '.rows > li')
  const grid = one(figure, '.grid')
  const layer = one(figure, 'svg')
  /** @type {Line[]} */
  let lines = []
  /** @type {number | null} */
  let now = null

  const isShown = (/** @type {number} */ index) => (rows[index]?.getClientRects().length ?? 0) > 0
  const dotAt = (/** @type {number} */ index) => dotOf(/** @type {HTMLElement} */ (rows[index]))

  /** Both ends must be shown; one that is -1 is nowhere. */
  const lineBetween = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {(start: Point, end: Point | null) => SVGElement[]} */ make,
  ) => (isShown(from) && (to < 0 || isShown(to)) ? [make(dotAt(from), to < 0 ? null : dotAt(to))] : [])

  const draw = () => {
    const bottom = grid.scrollHeight - 8
    const bars = data.bars.flatMap(([from, to, hue]) =>
      lineBetween(from, to, (start, end) => bar(start, end, { bottom, hue })).map((parts) => ({ from, to: null, parts })),
    )
    const arrows = data.arrows.flatMap(([from, to, kind, hue]) =>
      lineBetween(from, to, (start, end) => arrow(start, end, { kind, hue })).map((parts) => ({
        from,
        to: to < 0 ? null : to,
        parts,
      })),
    )
    lines = [...bars, ...arrows]
    layer.replaceChildren(...lines.flatMap(({ parts }) => parts))
    paint()
  }

  const paint = () => {
    rows.forEach((row, index) => {
      row.classList.toggle('now', index === now)
      row.classList.toggle('later', now !== null && index > now)
      if (index === now) row.setAttribute('aria-current', 'step')
      else row.removeAttribute('aria-current')
    })
    for (const { from, to, parts } of lines) {
      const isLater = now !== null && from > now
      const isFlying = now !== null && !isLater && to !== null && to > now
      for (const part of parts) {
        part.classList.toggle('later', isLater)
        part.classList.toggle('flying', isFlying)
      }
    }
  }

  /** Lanes that nothing shows in take no room. */
  const squeeze = (/** @type {boolean} */ isFiltered) => {
    const used = new Set(data.rows.flatMap(([lane], index) => (rows[index]?.hidden ? [] : [lane])))
    const names = all(figure, '.names > :not(.t)')
    names.forEach((name, lane) => {
      const isUnused = isFiltered && !used.has(lane)
      name.hidden = isUnused
      one(figure, `.lines > .l${lane}`).hidden = isUnused
    })
    const widths = names.map(({ hidden }) => (hidden ? '0' : 'minmax(var(--narrowest), 1fr)'))
    if (isFiltered) grid.style.setProperty('--wide', `6rem ${widths.join(' ')}`)
    else grid.style.removeProperty('--wide')
  }

  return {
    rows,
    draw,
    visible: () => rows.flatMap((_, index) => (isShown(index) ? [index] : [])),
    facts: (row) => /** @type {(string | number)[]} */ (data.rows[row]?.slice(2) ?? []),
    at(row) {
      now = row
      paint()
    },
    filter(lanes) {
      rows.forEach((row, index) => {
        const [lane = -1, owner = -1] = data.rows[index] ?? []
        row.hidden = lanes.size > 0 && !lanes.has(lane) && !lanes.has(owner) && !row.classList.contains('g')
      })
      squeeze(lanes.size > 0)
      draw()
    },
  }
}
