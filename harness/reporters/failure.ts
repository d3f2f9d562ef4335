// A failure as the terminal shows it: what went wrong, how it was found, the timeline, why, what else, and the line that replays it.
import type { Execution, Leftover } from '../core/execution.js'
import type { Counterexample, FailureSize, SearchReport } from '../core/report.js'
import { isOpen, nameOf } from './end-rows.js'
import { thrownFrame } from './frames.js'
import { NO_COLOURS, type Palette } from './palette.js'
import { cut, hanging, indented, limited, padStart, safe, widthOf, wrap } from './text.js'
import { timeline } from './timeline.js'
import { whyLines } from './why.js'
import { count, counted, duration } from './words.js'

export interface FailureOptions {
  /** Columns of the terminal. Default 80. */
  readonly width?: number
  /** Default: no colours. */
  readonly palette?: Palette
  /** The command that replays a token. Default: `crosswire replay <token>`. */
  readonly replayCommand?: (token: string) => string
  /** In place of the line that says how it was found: a replay found nothing. */
  readonly found?: string
  /** Rows of the timeline at most. Default 60. */
  readonly rows?: number
}

/** Whose failure it is. */
export type FailureOf = Pick<SearchReport, 'scenario' | 'variant' | 'seed'>

const INDENT = 2

/** The whole text; every line fits the width but for the replay command, which is one line whatever its length and the last. */
export const failure = (of: FailureOf, counterexample: Counterexample, options: FailureOptions = {}): string => {
  const { width = 80, palette = NO_COLOURS, replayCommand = (token) => `crosswire replay ${token}`, rows = 60 } = options
  const { execution, verdicts, holds, deviations, token, waits } = counterexample
  const room = width - INDENT
  const changes = [...holds, ...deviations]
  const drawing = timeline(execution, {
    width: room - INDENT,
    palette,
    verdicts,
    changes,
    rows,
    ...(waits === undefined ? {} : { waits }),
  })
  const details = [...labelled('Why', whyLines(counterexample), room), ...furtherLines(counterexample, room)]
  return [
    headline(of, counterexample, width, palette),
    ...wrap(options.found ?? foundBy(of, counterexample), room).map((line) => palette.dim(`  ${line}`)),
    '',
    indented(drawing, 2 * INDENT),
    '',
    ...details.map((line) => `  ${line}`),
    `  Replay: ${palette.bold(replayCommand(token))}`,
  ].join('\n')
}

const headline = ({ scenario, variant }: FailureOf, { verdict }: Counterexample, width: number, palette: Palette): string => {
  const whose = variant === '' ? scenario : `${scenario} / ${variant}`
  const [message = '', ...further] = verdict.message.split('\n').filter((line) => line.trim() !== '')
  const lines = hanging(safe(`x ${whose}: ${limited(message)}`), width, INDENT)
  const last = lines[lines.length - 1] ?? ''
  const oracle = safe(verdict.oracle)
  const gap = width - widthOf(last) - widthOf(oracle)
  const painted = lines.map((line) => palette.red(line)).join('\n')
  const title =
    gap >= 2 ? `${painted}${' '.repeat(gap)}${palette.dim(oracle)}` : `${painted}\n${palette.dim(padStart(oracle, width))}`
  return [title, ...quoted(further, width)].join('\n')
}

const MOST_MESSAGE_LINES = 12

/** The other lines of a message, such as what an assertion expected and what it got. */
const quoted = (lines: readonly string[], width: number): string[] => {
  const shown = lines.slice(0, MOST_MESSAGE_LINES).map((line) => `    ${cut(safe(line), width - 2 * INDENT)}`)
  return lines.length > shown.length ? [...shown, '    ...'] : shown
}

const foundBy = ({ seed }: FailureOf, { scheduleNumber, foundMs, strategy, shrink }: Counterexample): string => {
  const found = `found after ${counted(scheduleNumber, 'schedule')} in ${duration(foundMs)} (strategy ${strategy}, seed ${seed})`
  return safe(shrink === null ? found : `${found}; shrunk to ${sizeInWords(shrink.after)}`)
}

/** `2 callers, 2 calls, 1 slow task`. */
const sizeInWords = ({ callers, calls, holds, deviations }: FailureSize): string =>
  [
    // A race that asserts by itself has no callers of ours.
    ...(callers > 0 ? [counted(callers, 'caller')] : []),
    // Callers whose operations nobody records make calls that nobody has counted.
    ...(calls > 0 ? [counted(calls, 'call')] : []),
    ...(holds > 0 ? [counted(holds, 'slow task')] : []),
    ...(deviations > 0 ? [counted(deviations, 'deviation')] : []),
    ...(holds + deviations === 0 ? ['the calmest schedule'] : []),
  ].join(', ')

const labelled = (label: string, texts: readonly string[], width: number): string[] =>
  texts.flatMap((text) => hanging(safe(`${label}: ${limited(text)}`), width, label.length + 2))

const furtherLines = ({ verdict, verdicts, execution, race }: Counterexample, width: number): string[] => {
  const others = verdicts.filter((other) => other !== verdict && other.outcome !== 'pass' && !isSame(other, verdict))
  const told = new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ oracle }) => oracle))
  return [
    ...labelled(
      'Also',
      others.map(({ oracle, message, outcome }) => `${oracle}${outcome === 'unknown' ? ' cannot tell' : ''}: ${message}`),
      width,
    ),
    ...labelled('Race', race === null ? [] : [race], width),
    ...labelled('End', endText(execution, told), width),
    ...labelled('Thrown at', thrownAt(execution), width),
    ...labelled('Left open', told.has('leaks') ? [] : leftOpen(execution.leftovers), width),
    ...labelled('Note', notes(execution), width),
  ]
}

const isSame = (a: Counterexample['verdict'], b: Counterexample['verdict']): boolean =>
  a.oracle === b.oracle && a.symptom === b.symptom && a.message === b.message

/** Not where an oracle has said it in its own words. */
const endText = ({ end }: Execution, told: ReadonlySet<string>): string[] => {
  if (end.kind === 'completed' || told.has('never-settles') || told.has('threw')) return []
  return [end.message === '' ? end.kind : `${end.kind}: ${end.message}`]
}

const thrownAt = (execution: Execution): string[] => {
  const astray = execution.leftovers.find(({ at }) => at !== undefined)?.at
  const at = thrownFrame(execution) ?? astray
  return at === undefined ? [] : [at]
}

const MOST_LEFTOVERS = 3

const leftOpen = (leftovers: readonly Leftover[]): string[] => {
  const own = leftovers.filter(isOpen)
  if (own.length === 0) return []
  const shown = own.slice(0, MOST_LEFTOVERS).map((leftover) => `${nameOf(leftover)} (${leftover.actor})`)
  const left = own.length - shown.length
  return [shown.join(', ') + (left > 0 ? ` and ${count(left)} more` : '')]
}

const notes = ({ escapes, stats, unmet }: Execution): string[] => [
  ...(stats.nativeUncontrolled ? ['native work ran in it, whose order was not controlled'] : []),
  ...escapes.map(({ type, at }) => `${type} escaped control at ${at}`),
  ...(unmet.length > 0 ? [`${counted(unmet.length, 'change')} of the schedule found no place any more`] : []),
]
