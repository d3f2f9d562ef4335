// What every reporter makes of one variant, as one page that can be read in a review: times, versions, tokens and paths stand still.

import { exitCodeOfRow } from '../../harness/cli/exit-code.js'
import type { Counterexample, SearchReport } from '../../harness/core/report.js'
import { titleOf } from '../../harness/reporters/finished.js'
import { github } from '../../harness/reporters/github.js'
import { html } from '../../harness/reporters/html/html.js'
import { type Finished, NO_COLOURS, type RunFacts, resultText } from '../../harness/reporters/index.js'
import { json } from '../../harness/reporters/json.js'
import { junit } from '../../harness/reporters/junit.js'
import { markdown } from '../../harness/reporters/markdown.js'
import { ROOT } from '../support/crosswire.js'

const FACTS: RunFacts = { versions: { crosswire: '0.0.0', node: '20.0.0' }, exitCode: 1, root: '/project' }

/** The variant as if it had been named: a race is a failure. */
export const golden = (found: SearchReport): string => {
  const report = still(found)
  const result: Finished = {
    report,
    problem: null,
    exitCode: exitCodeOfRow({ report, problem: null }, true),
    replayCommand: (token) => `npx crosswire replay ${token}`,
    file: null,
  }
  const facts = { ...FACTS, exitCode: result.exitCode }
  const wide = resultText(result, { width: 100, palette: NO_COLOURS })
  const narrow = resultText(result, { width: 40, palette: NO_COLOURS })
  return [
    `# ${titleOf(report)}`,
    ...section('terminal, 100 columns', 'text', wide),
    ...section('terminal, 40 columns', 'text', narrow),
    ...section('junit', 'xml', junit([result], facts)),
    ...section('github', 'text', github([result], facts)),
    ...section('markdown', 'markdown', markdown([result], facts)),
    ...section('json', 'json', shortJson(json([result], facts))),
    ...section('html', 'html', shortHtml(html([result], facts))),
    '',
  ].join('\n')
}

const FENCE = '`````'

const section = (title: string, language: string, text: string): string[] => [
  '',
  `## ${title}`,
  '',
  `${FENCE}${language}`,
  text.replace(/^\n+|\s+$/g, ''),
  FENCE,
]

/** The same on every machine and in every run. */
const still = (report: SearchReport): SearchReport => {
  const text = JSON.stringify({ ...report, ms: 1000, counterexamples: report.counterexamples.map(stillOne) })
  const here = text.replaceAll(`file://${ROOT}`, '/project/').replaceAll(ROOT, '/project/')
  // The directory of a process of Python is named after that.
  return JSON.parse(here.replaceAll(/crosswire-python-\d+/g, 'crosswire-python')) as SearchReport
}

const stillOne = (counterexample: Counterexample): Counterexample => {
  const { shrink, execution } = counterexample
  const { error } = execution.end
  const end =
    error?.stack === undefined ? execution.end : { ...execution.end, error: { ...error, stack: ownFrames(error.stack) } }
  return {
    ...counterexample,
    foundMs: 10,
    shrink: shrink === null ? null : { ...shrink, ms: 100 },
    token: 'cw1.TOKEN.01234567',
    execution: { ...execution, end },
  }
}

/** Those of the subject: others are of Node, or of who runs it. */
const ownFrames = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => !/^\s+at /.test(line) || (line.includes('/scenarios/') && !line.includes('node_modules')))
    .join('\n')

/** Steps and answers by their number: there may be thousands. */
const shortJson = (text: string): string => inLines(JSON.parse(text, shortValue))

const shortValue = (key: string, value: unknown): unknown => {
  if ((key === 'steps' || key === 'answers') && Array.isArray(value)) return `${value.length} of them`
  // Powers differ in their last digits from one V8 to the next.
  return typeof value === 'number' ? Number(value.toPrecision(12)) : value
}

const WIDTH = 120

/** What fits stands on one line. */
const inLines = (value: unknown, margin = ''): string => {
  const line = JSON.stringify(value)
  if (line.length + margin.length <= WIDTH || typeof value !== 'object' || value === null) return line
  const inner = `${margin}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((one) => inLines(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inLines(one, inner)}`)
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`
}

/** What is said of the results, a tag on each line as the templates write it, without the steps that nobody has asked for. */
const shortHtml = (text: string): string => {
  const main = text.slice(text.indexOf('<article'), text.lastIndexOf('</main>'))
  const lines = main.split('\n')
  const asides = lines.filter((line) => line.startsWith('<li class="a ')).length
  return [
    ...lines.filter((line) => !line.startsWith('<li class="a ')).map(shortData),
    ...(asides === 0 ? [] : [`(${asides} rows of other steps)`]),
  ].join('\n')
}

const shortData = (line: string): string => {
  const [, data] = /^<script type="application\/json">(.*)<\/script>$/.exec(line) ?? []
  if (data === undefined) return line
  const { arrows, bars } = JSON.parse(data)
  return [`arrows ${JSON.stringify(arrows)}`, `bars ${JSON.stringify(bars)}`].join('\n')
}
