// What a run says on the terminal: each result as it comes, then the table.
import { isOpen } from '../core/standing.js'
import { failure } from './failure.js'
import { type Finished, reasonsOf, titleOf } from './finished.js'
import type { Palette } from './palette.js'
import { summaryTable } from './summary-table.js'
import { hanging, indented, limited } from './text.js'
import { worthLine } from './worth-line.js'

export interface TerminalOptions {
  /** Columns. */
  readonly width: number
  readonly palette: Palette
}

const INDENT = 2

/** What the search says of the subject: a story for each counterexample, or what the search is worth. Empty where it came to nothing. */
export const resultText = ({ report, problem, replayCommand }: Finished, options: TerminalOptions): string => {
  const failures = report.counterexamples.map((each) => `\n${failure(report, each, { ...options, replayCommand })}`)
  const isTold = problem !== null || report.outcome === 'fail'
  return [...failures, ...(isTold ? [] : [`\n${withoutFinding(report, options)}`])].join('\n')
}

/** What kept the search from its end, which is no word about the subject. Empty where nothing did. */
export const problemText = ({ report, problem }: Finished, { palette }: TerminalOptions): string =>
  problem === null ? '' : `\n${palette.yellow(`? ${titleOf(report)}`)}\n${indented(problem.text, INDENT)}`

/** What the search is worth, and what speaks against it. */
const withoutFinding = (report: Finished['report'], { palette, width }: TerminalOptions): string => {
  const { outcome, met, worth, stopped } = report
  const mark = isOpen(report) ? palette.yellow('?') : met ? palette.green('ok') : palette.red('x')
  const reasons = reasonsOf(report).flatMap((reason) =>
    limited(reason)
      .split('\n')
      .flatMap((line) => hanging(line, width - INDENT, INDENT)),
  )
  // What could not be judged is worth nothing, however often it was run.
  const worthIt = outcome === 'pass' ? [worthLine(worth, width - INDENT)] : []
  const title = `${titleOf(report)}${stopped === 'interrupted' ? ' (interrupted)' : ''}`
  return `${mark} ${title}\n${indented([...reasons, ...worthIt].join('\n'), INDENT)}`
}

export interface ClosingOptions extends TerminalOptions {
  readonly exitCode: number
  /** What was named, so that a race that is expected is a failure all the same: `one variant was named (--variant)`. */
  readonly named: string | null
}

/** The table of several results. Where all are as expected and the run fails for what was named, the table alone would say that all is well. */
export const closingText = (results: readonly Finished[], { exitCode, named, width, palette }: ClosingOptions): string => {
  if (results.length < 2) return ''
  const reports = results.map(({ report }) => report)
  const table = `\n${summaryTable(reports, { width, palette })}`
  if (named === null || exitCode !== 1 || !reports.every(({ met }) => met)) return table
  const races = reports.filter(({ outcome }) => outcome === 'fail').length
  return `${table}\n${palette.red(`exit code 1: ${races} with a race, which is a failure where ${named}, even if it is expected`)}`
}
