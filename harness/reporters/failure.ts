// A failure as the terminal shows it: what went wrong, how it was found, the timeline, why, what else, and the line that replays it.
import type { Counterexample, SearchReport } from '../core/report.js'
import { type Detail, detailsOf, foundBy } from './failure-facts.js'
import { NO_COLOURS, type Palette } from './palette.js'
import { cut, hanging, indented, limited, padStart, safe, widthOf, wrap } from './text.js'
import { timeline } from './timeline.js'
import { whyLines } from './why.js'

export interface FailureOptions {
  /** Columns of the terminal. Default 80. */
  readonly width?: number
  /** Default: no colours. */
  readonly palette?: Palette
  /** The command that replays a token. Default: `crosswire replay <token>`. `null`: nothing could replay it, as in the real world. */
  readonly replayCommand?: ((token: string) => string) | null
  /** Whether it says why it failed: what was slow, who overtook it. Default true. */
  readonly why?: boolean
  /** Rows of the timeline have the time at which they happened in the place of a number. Default false. */
  readonly times?: boolean
  /** In place of the line that says how it was found: a replay found nothing. */
  readonly found?: string
  /** Rows of the timeline at most. Default 60. */
  readonly rows?: number
}

/** Whose failure it is. */
export type FailureOf = Pick<SearchReport, 'scenario' | 'variant' | 'seed'> & Partial<Pick<SearchReport, 'notes'>>

const INDENT = 2

/** The whole text; every line fits the width but for the replay command, which is one line whatever its length and the last. */
export const failure = (of: FailureOf, counterexample: Counterexample, options: FailureOptions = {}): string => {
  const { width = 80, palette = NO_COLOURS, replayCommand = (token) => `crosswire replay ${token}`, rows = 60 } = options
  const { execution, verdicts, holds, deviations, token, waits, explanation } = counterexample
  const room = width - INDENT
  const changes = [...holds, ...deviations]
  const drawing = timeline(execution, {
    width: room - INDENT,
    palette,
    verdicts,
    changes,
    pair: explanation?.pair,
    rows,
    times: options.times === true,
    ...(waits === undefined ? {} : { waits }),
  })
  const why = (options.why === false ? [] : whyLines(counterexample)).map((text) => ({ label: 'Why', text }))
  const details = [...why, ...detailsOf(counterexample, of)].flatMap((detail) => labelled(detail, room))
  return [
    headline(of, counterexample, width, palette),
    ...wrap(options.found ?? foundBy(of, counterexample), room).map((line) => palette.dim(`  ${line}`)),
    '',
    indented(drawing, 2 * INDENT),
    '',
    ...details.map((line) => `  ${line}`),
    ...(replayCommand === null ? [] : [`  Replay: ${palette.bold(replayCommand(token))}`]),
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

const labelled = ({ label, text }: Detail, width: number): string[] =>
  hanging(safe(`${label}: ${limited(text)}`), width, label.length + 2)
