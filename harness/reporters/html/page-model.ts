// What the page shows, as plain data for its template: an overview, and a story for each counterexample.
import type { Counterexample } from '../../core/report.js'
import { detailsOf, foundBy } from '../failure-facts.js'
import { type Finished, type RunFacts, reasonsOf, titleOf } from '../finished.js'
import { limited, safe } from '../text.js'
import { whyLines } from '../why.js'
import { count, counted, duration } from '../words.js'
import { worthLine } from '../worth-line.js'
import { type Drawing, drawingOf } from './drawing.js'

export interface PageModel {
  readonly title: string
  readonly summary: string
  readonly versions: string
  readonly results: readonly ResultModel[]
  /** Of the widest drawing. */
  readonly lanes: number
}

export type Status = 'ok' | 'bad' | 'unknown'

export interface ResultModel {
  readonly id: string
  readonly scenario: string
  readonly variant: string
  readonly status: Status
  /** The oracle that failed, or how it ended. */
  readonly verdict: string
  readonly expected: string
  readonly schedules: string
  readonly time: string
  readonly stories: readonly StoryModel[]
  /** What kept the search from its end; else for a result without a story, what it is worth. */
  readonly lines: readonly string[]
}

export interface StoryModel {
  readonly id: string
  readonly headline: string
  /** Further lines of the message: what was expected and what was received. */
  readonly quote: string
  readonly oracle: string
  readonly race: string
  readonly found: string
  readonly why: readonly string[]
  readonly details: readonly { readonly label: string; readonly text: string }[]
  readonly replay: string
  readonly failing: Drawing
  readonly passing: Drawing | null
  /** Indices of the rows with which the two part ways, in each; `null` without a passing one. */
  readonly parting: number | null
}

/** Rows on a page at most, and of one drawing at least. */
const ROWS = 1100
const LEAST_ROWS = 40
/** Characters of data on a page, and of one row at most. */
const DATA = 60_000
const MOST_DATA = 2000
const LEAST_DATA = 20

/** `scale`: of the room that drawings and data take, 1 for all of it. */
export const pageModel = (results: readonly Finished[], { versions }: RunFacts, scale = 1): PageModel => {
  const room = roomFor(results, scale)
  const models = results.map((result, index) => resultModel(result, `r${index + 1}`, room))
  const good = results.filter(({ exitCode }) => exitCode === 0).length
  const [only] = results.length === 1 ? results : []
  const lanes = models.flatMap(({ stories }) => stories.flatMap(({ failing, passing }) => [failing, passing]))
  return {
    title: safe(only === undefined ? 'crosswire' : `crosswire: ${titleOf(only.report)}`),
    summary: results.length === 1 ? '' : `${count(good)} of ${counted(results.length, 'variant')} as expected`,
    versions: `crosswire ${versions.crosswire}, Node ${versions.node}`,
    results: models,
    lanes: Math.max(0, ...lanes.map((drawing) => drawing?.lanes.length ?? 0)),
  }
}

interface Room {
  /** Of one drawing. */
  readonly rows: number
  /** Of one row. */
  readonly dataLength: number
}

const roomFor = (results: readonly Finished[], scale: number): Room => {
  const executions = results.flatMap(({ report }) =>
    report.counterexamples.flatMap(({ execution, nearestPassing }) =>
      nearestPassing === undefined ? [execution] : [execution, nearestPassing.execution],
    ),
  )
  const rows = Math.max(LEAST_ROWS, Math.floor((ROWS * scale) / Math.max(1, executions.length)))
  const shown = executions.reduce((sum, { history, steps }) => sum + Math.min(rows, history.length + steps.length), 0)
  const dataLength = Math.floor((DATA * scale) / Math.max(1, shown))
  return { rows, dataLength: Math.min(MOST_DATA, Math.max(LEAST_DATA, dataLength)) }
}

const resultModel = (result: Finished, id: string, room: Room): ResultModel => {
  const { report, problem, exitCode } = result
  const [first] = report.counterexamples
  return {
    id,
    scenario: safe(report.scenario),
    variant: safe(report.variant),
    status: exitCode === 0 ? 'ok' : exitCode === 4 ? 'unknown' : 'bad',
    verdict: safe(problem?.code ?? first?.verdict.oracle ?? report.outcome),
    expected: safe(report.expect ?? 'pass'),
    schedules: count(first?.scheduleNumber ?? report.executions),
    time: duration(first?.foundMs ?? report.ms),
    stories: report.counterexamples.map((each, index) => storyModel(each, result, { id: `${id}-${index + 1}`, ...room })),
    lines: first === undefined || problem !== null ? linesOf(result) : [],
  }
}

const linesOf = ({ report, problem }: Finished): string[] => {
  if (problem !== null) return problem.text.split('\n').map(safe)
  const worth = report.outcome === 'pass' ? [worthLine(report.worth, Number.POSITIVE_INFINITY)] : []
  return [...reasonsOf(report).map((reason) => safe(limited(reason))), ...worth]
}

const storyModel = (counterexample: Counterexample, result: Finished, { id, ...room }: Room & { id: string }): StoryModel => {
  const { verdict, verdicts, execution, holds, deviations, nearestPassing, token, race, waits } = counterexample
  const changes = [...holds, ...deviations]
  const [headline = '', ...quote] = verdict.message.split('\n').filter((line) => line.trim() !== '')
  const failing = drawingOf(execution, { verdicts, changes, waits, ...room })
  const columns = failing.lanes.map(({ name }) => name)
  const other = nearestPassing?.execution
  const passing = other === undefined ? null : drawingOf(other, { verdicts: [], changes, isCompared: true, columns, ...room })
  return {
    id,
    headline: safe(limited(headline)),
    quote: quote.map((line) => safe(limited(line))).join('\n'),
    oracle: safe(verdict.oracle),
    race: safe(race ?? ''),
    found: foundBy(result.report, counterexample),
    why: whyLines(counterexample),
    details: detailsOf(counterexample, result.report)
      .filter(({ label }) => label !== 'Race')
      .map(({ label, text }) => ({ label, text: safe(limited(text)) })),
    replay: safe(result.replayCommand(token)),
    failing,
    passing,
    parting: passing === null ? null : firstDifference(failing, passing),
  }
}

/** The first row that is not the same in both. */
const firstDifference = (a: Drawing, b: Drawing): number => {
  const index = a.rows.findIndex((row, i) => row.text !== b.rows[i]?.text || row.lane !== b.rows[i]?.lane)
  return index < 0 ? a.rows.length : index
}
