// The page that people show each other: one file with everything in it, drawn from templates, that asks no network for anything.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Eta } from 'eta'
import type { DocumentOf } from '../finished.js'
import { type PageModel, pageModel } from './page-model.js'
import { dataOf, rowsOf } from './row-view.js'

/** Ordinary files beside this one; they become part of the page in this order. */
const TEMPLATES = ['page', 'result', 'story', 'drawing', 'row', 'mark'] as const
const STYLES = ['colours', 'page', 'story', 'drawing'] as const
const SCRIPTS = ['dom', 'lines', 'details', 'drawing', 'story', 'start'] as const

/**
 * A page for all results: an overview, and for each counterexample its lanes, arrows and steps, the nearest passing schedule beside it
 * where there is one. At most 300 kB for a thousand events: a longer story loses its middle, and data is cut. Nothing of a subject
 * is taken for markup, and the page forbids itself every script but its own and every request.
 */
export const html: DocumentOf = (results, facts) => {
  const stories = results.reduce((sum, { report }) => sum + report.counterexamples.length, 0)
  const most = BYTES + BYTES_PER_STORY * Math.max(0, stories - 1)
  // Only text that markup swells, such as a thousand quotes in a row, needs a second try.
  for (let scale = 1; ; scale /= 2) {
    const text = rendered(pageModel(results, facts, scale))
    if (Buffer.byteLength(text) <= most || scale < 1 / 32) return text
  }
}

const BYTES = 300_000
/** What the head of a story takes. */
const BYTES_PER_STORY = 8000

const rendered = (page: PageModel): string => {
  const { eta, style, script } = assets()
  return eta.render('@page', {
    page,
    script,
    style: `${style}${laneRules(page.lanes)}`,
    scriptHash: createHash('sha256').update(script).digest('base64'),
    helpers: { rowsOf, dataOf },
  })
}

interface Assets {
  readonly eta: Eta
  readonly style: string
  readonly script: string
}

let loaded: Assets | null = null

const assets = (): Assets => {
  if (loaded !== null) return loaded
  const eta = new Eta({ autoEscape: true, autoTrim: [false, 'nl'] })
  for (const name of TEMPLATES) eta.loadTemplate(`@${name}`, name === 'mark' ? read('mark.eta').trimEnd() : read(`${name}.eta`))
  const style = STYLES.map((name) => squeezed(read(`${name}.css`))).join('\n')
  const script = `(() => {\n'use strict'\n${SCRIPTS.map((name) => squeezed(joinable(read(`${name}.js`)))).join('\n')}\n})()`
  return (loaded = { eta, style, script })
}

const read = (name: string): string => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')

/** Modules become one script: each imports by name from those before it alone. */
const joinable = (module: string): string => module.replace(/^import [^;]*? from '.*'$/gm, '').replace(/^export /gm, '')

/** Without comments and indents, which nobody reads in the page. Files of the page have comments on lines of their own only. */
const squeezed = (text: string): string =>
  text
    .replace(/^\s*\/\*(?:[^*]|\*(?!\/))*\*\/\s*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')

/** Which column a lane is, where there are columns. */
const laneRules = (lanes: number): string => {
  const rule = (_: unknown, lane: number): string =>
    `.names .l${lane},.lines .l${lane},.rows .l${lane}>p{grid-column:${lane + 2}}`
  return `@media (min-width:761px){${Array.from({ length: lanes }, rule).join('')}}`
}
