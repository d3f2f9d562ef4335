// A run as Markdown, for the summary of a CI step or a comment: the table, then the story of each result that is not as it should be.
import type { Counterexample, SearchReport } from '../core/report.js'
import { type DocumentOf, type Finished, reasonsOf, titleOf } from './finished.js'
import { limited, safe } from './text.js'
import { timeline } from './timeline.js'
import { whyLines } from './why.js'
import { count, counted, duration } from './words.js'
import { worthLine } from './worth-line.js'

/** GitHub takes a summary of 1 MiB for a step, and drops a longer one as a whole. */
const MOST_CHARACTERS = 400_000
const WIDTH = 100
const ROWS = 40

/** What is not as expected is told in full, as far as there is room; what is expected is folded. */
export const markdown: DocumentOf = (results, { versions }) => {
  const [bad, good] = [results.filter(({ exitCode }) => exitCode !== 0), results.filter(({ exitCode }) => exitCode === 0)]
  const stories = fitting([...bad.map(told), ...good.filter(({ report }) => report.counterexamples.length > 0).map(folded)])
  const head = [`## crosswire: ${verdictOf(results)}`, '', ...table(results), '']
  const foot = `<sub>crosswire ${versions.crosswire}, Node ${versions.node}</sub>`
  return `${[...head, ...stories, foot].join('\n')}\n`
}

const verdictOf = (results: readonly Finished[]): string => {
  const good = results.filter(({ exitCode }) => exitCode === 0).length
  return `${count(good)} of ${counted(results.length, 'variant')} as expected`
}

const MARKS: Readonly<Record<number, string>> = { 0: '\u2705', 4: '\u2753' }
const markOf = ({ exitCode }: Finished): string => MARKS[exitCode] ?? '\u274c'

const table = (results: readonly Finished[]): string[] => [
  '| | scenario | variant | verdict | expected | schedules | time |',
  '|---|---|---|---|---|--:|--:|',
  ...results.map((result) => {
    const { report } = result
    const {
      scenario,
      variant,
      expect,
      executions,
      ms,
      counterexamples: [first],
    } = report
    const cells = [
      scenario,
      variant,
      verdictIn(result),
      expect ?? 'pass',
      count(first?.scheduleNumber ?? executions),
      duration(first?.foundMs ?? ms),
    ]
    return `| ${markOf(result)} | ${cells.map((cell) => inline(cell)).join(' | ')} |`
  }),
]

const verdictIn = ({ report: { outcome, counterexamples }, problem }: Finished): string =>
  problem?.code ?? counterexamples[0]?.verdict.oracle ?? outcome

const told = (result: Finished): string => {
  const { report, problem } = result
  const title = `### ${markOf(result)} ${inline(titleOf(report))}`
  const kept = problem === null ? [] : [fenced(problem.text.split('\n').map(safe).join('\n')), '']
  const stories = report.counterexamples.flatMap((counterexample) => story(counterexample, result))
  const others = kept.length + stories.length > 0 ? [] : [...withoutFinding(report), '']
  return [title, '', ...kept, ...stories, ...others].join('\n')
}

const folded = (result: Finished): string => {
  const { report } = result
  const [first] = report.counterexamples
  const summary = `${html(titleOf(report))}: ${html(limited(first?.verdict.message ?? ''))}`
  const stories = report.counterexamples.flatMap((counterexample) => story(counterexample, result))
  return ['<details>', `<summary>${summary}</summary>`, '', ...stories, '</details>', ''].join('\n')
}

const withoutFinding = (report: SearchReport): string[] => [
  ...reasonsOf(report).map((reason) => `- ${inline(limited(reason))}`),
  `- ${inline(worthLine(report.worth, Number.POSITIVE_INFINITY))}`,
]

const story = (counterexample: Counterexample, { report, replayCommand }: Finished): string[] => {
  const { verdict, verdicts, execution, holds, deviations, token, waits, explanation } = counterexample
  const changes = [...holds, ...deviations]
  const drawing = timeline(execution, {
    width: WIDTH,
    rows: ROWS,
    verdicts,
    changes,
    pair: explanation?.pair,
    ...(waits === undefined ? {} : { waits }),
  })
  return [
    `**${inline(limited(verdict.message))}** (${inline(verdict.oracle)})`,
    '',
    fenced(drawing),
    '',
    ...whyLines(counterexample).map((why) => `- ${inline(why)}`),
    ...report.notes.map((note) => `- Note: ${inline(limited(note))}`),
    '',
    fenced(replayCommand(token)),
    '',
  ]
}

/** As many as there is room for, and how many were left out. */
const fitting = (stories: readonly string[]): string[] => {
  const shown: string[] = []
  let room = MOST_CHARACTERS
  for (const text of stories) {
    room -= text.length
    if (room < 0) break
    shown.push(text)
  }
  const left = stories.length - shown.length
  return left === 0 ? shown : [...shown, `(${counted(left, 'more story', 'more stories')} left out)\n`]
}

/** Every character that Markdown or HTML would take for its own. */
const inline = (text: string): string => safe(text).replace(/[\\`*_{}[\]<>#!|~&@$]/g, entity)

const entity = (mark: string): string => `&#${mark.charCodeAt(0)};`

const html = (text: string): string => safe(text).replace(/[&<>"'`]/g, entity)

/** A fence that the text does not hold. */
const fenced = (text: string): string => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return [`${fence}text`, text, fence].join('\n')
}
