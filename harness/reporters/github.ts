// Workflow commands of GitHub Actions: an annotation on the subject's line for each result that is not as it should be.
import type { Counterexample } from '../core/report.js'
import { type Finished, type RunFacts, reasonsOf, titleOf } from './finished.js'
import { fromRoot, placeOf } from './frames.js'
import { limited, safe } from './text.js'
import { whyLines } from './why.js'
import { counted } from './words.js'

/** GitHub shows ten annotations of a kind for each step, and cuts long ones. */
const MOST_CHARACTERS = 4000

/**
 * One line for each: `::error` for a race, a race that was not found where it should be, and for input that is wrong;
 * `::warning` where nothing can be said. Nothing for what is as expected.
 */
export const github = (results: readonly Finished[], facts: Pick<RunFacts, 'root'>): string =>
  results
    .flatMap((result) => annotationsOf(result, facts.root))
    .map((line) => `${line}\n`)
    .join('')

const annotationsOf = (result: Finished, root: string): string[] => {
  const { report, problem, exitCode, file } = result
  if (exitCode === 0) return []
  const title = `crosswire: ${titleOf(report)}`
  const scenario = file === null ? {} : { file: fromRoot(file, root) }
  const races = report.counterexamples.map((counterexample) =>
    command('error', { ...scenario, ...locationOf(counterexample, root), title }, textOf(counterexample, result)),
  )
  if (races.length > 0 && problem === null) return races
  const schedules = counted(report.executions, 'schedule')
  const text = problem?.text ?? [...reasonsOf(report), `${schedules} explored`].join('\n')
  return [...races, command(exitCode === 4 ? 'warning' : 'error', { ...scenario, title }, text)]
}

const locationOf = (counterexample: Counterexample, root: string): Properties => {
  const place = placeOf(counterexample)
  if (place === null) return {}
  const { file, line, column } = place
  return { file: fromRoot(file, root), line: String(line), ...(column === undefined ? {} : { col: String(column) }) }
}

const textOf = (counterexample: Counterexample, { replayCommand }: Finished): string => {
  const { verdict, token } = counterexample
  const why = whyLines(counterexample).map((line) => `Why: ${line}`)
  return [`${verdict.oracle}: ${limited(verdict.message)}`, ...why, `Replay: ${replayCommand(token)}`].join('\n')
}

type Properties = Readonly<Partial<Record<'file' | 'line' | 'col' | 'title', string>>>

const command = (level: 'error' | 'warning', properties: Properties, message: string): string => {
  const given = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`)
  return `::${level} ${given.join(',')}::${escapedData(message)}`
}

/** What would end the command, or begin another one. Other control characters are spelled out. */
const escapedData = (text: string): string => {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text
  return shown
    .split('\n')
    .map((line) => safe(line).replaceAll('%', '%25'))
    .join('%0A')
}

const escapedProperty = (text: string): string => safe(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C')
