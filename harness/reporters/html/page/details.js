// Everything that is known of one step.
import { element, one } from './dom.js'

/** In the order in which the page's data holds them. */
const LABELS = [
  'step',
  'operation',
  'call',
  'connection',
  'input',
  'output',
  'error',
  'task',
  'posted by',
  'option taken',
  'data chosen',
]

/** @type {(row: HTMLElement, facts: (string | number)[]) => Node[]} */
export const detailsOf = (row, facts) => {
  const list = element('dl', '')
  LABELS.forEach((label, index) => {
    const value = facts[index]
    if (value === undefined || value === 0) return
    list.append(element('dt', label), element('dd', String(value)))
  })
  return [element('h3', told(row)), list]
}

/** A row as one sentence: who, what, and what is to be said about it. */
/** @type {(row: HTMLElement) => string} */
export const told = (row) => (one(row, 'p').textContent ?? '').replace(/\s+/g, ' ').replaceAll(' ,', ',').trim()
