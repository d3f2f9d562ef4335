// Arrows from requests to their responses, and bars for calls that are open: drawn over the rows, wherever these have come to lie.
import { one, shape } from './dom.js'

/** `right`: where the text of a row ends. @typedef {{ x: number, y: number, right: number }} Point */
/** Ends are indices of rows. @typedef {{ from: number, to: number | null, parts: SVGElement[] }} Line */

const HEAD = 7
const DOT = 7
const BAR = 9
/** How far an answer goes that reaches nobody. */
const STUB = 46

/** Where the dot of a row is, from the corner of the drawing. */
/** @type {(row: HTMLElement) => Point} */
export const dotOf = (row) => {
  const text = one(row, 'p')
  const left = row.offsetLeft + text.offsetLeft
  return { x: left - 9, y: row.offsetTop + text.offsetTop + 12, right: left + text.offsetWidth + 3 }
}

/** A line that leaves and arrives level, so that its head can point along the row. Texts lie to the right of their dots. */
/** @type {(from: Point, to: Point) => { line: string, head: string }} */
const curve = (from, to) => {
  const isLeftwards = to.x < from.x
  const [start, tip] = isLeftwards ? [from.x - DOT, to.right] : [from.right, to.x - DOT]
  const side = isLeftwards ? -1 : 1
  const end = tip - side * HEAD
  const bend = Math.max(14, Math.abs(end - start) / 2) * side
  return {
    line: `M${start} ${from.y}C${start + bend} ${from.y} ${end - bend} ${to.y} ${end} ${to.y}`,
    head: `M${tip} ${to.y}l${-side * (HEAD + 2)} -5v10z`,
  }
}

/** From a lane to itself: out to the left and back. */
/** @type {(from: Point, to: Point) => { line: string, head: string }} */
const loop = (from, to) => {
  const left = from.x - 26
  return {
    line: `M${from.x - DOT} ${from.y}C${left} ${from.y} ${left} ${to.y} ${to.x - DOT - HEAD} ${to.y}`,
    head: `M${to.x - DOT} ${to.y}l${-HEAD - 2} -5v10z`,
  }
}

/** @type {(name: string, hue: number) => string} */
const classOf = (name, hue) => (hue < 0 ? name : `${name} h${hue}`)

/** @type {(from: Point, to: Point | null, look: { kind: string, hue: number }) => SVGElement[]} */
export const arrow = (from, to, { kind, hue }) => {
  const end = to ?? { x: from.x - STUB - HEAD, y: from.y + 14, right: from.x - STUB }
  const { line, head } = Math.abs(end.x - from.x) < 1 ? loop(from, end) : curve(from, end)
  const name = classOf(kind, hue)
  if (to !== null) return [shape('path', { class: name, d: line }), shape('path', { class: `${name} head`, d: head })]
  const { right: x, y } = end
  return [shape('path', { class: name, d: line }), shape('path', { class: name, d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` })]
}

/** @type {(from: Point, to: Point | null, look: { bottom: number, hue: number }) => SVGElement[]} */
export const bar = (from, to, { bottom, hue }) => {
  const height = Math.max(2, (to === null ? bottom : to.y) - from.y)
  const name = classOf(to === null ? 'open' : 'closed', hue)
  return [shape('rect', { class: name, x: from.x - BAR / 2, y: from.y, width: BAR, height, rx: BAR / 2 })]
}
