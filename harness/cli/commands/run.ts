// `crosswire run`: searches scenarios, shows each result as it comes, then the table.
import type { SearchReport } from '../../core/report.js'
import { createProgress, failure, indented, jsonDocument, limited, summaryTable, worthLine } from '../../reporters/index.js'
import { targetsWithRace } from '../check-race.js'
import { EXIT, exitCodeOf, type Row } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import { runScenarios } from '../run-scenarios.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import { targetsOf } from '../targets.js'
import type { Terminal } from '../terminal.js'
import type { Context } from './context.js'
import { replayCommandOf } from './replay-command.js'

export interface RunCommandOptions extends SettingsOptions {
  readonly variant?: string
  readonly race?: string
  readonly json?: boolean
}

/** Returns the exit code. Throws `UNKNOWN_SCENARIO` or `BAD_OPTION`. */
export const run = async (names: readonly string[], options: RunCommandOptions, context: Context): Promise<number> => {
  const { cwd, env, terminal, versions } = context
  const { jobs, watchdogMs, fallbacks, ...settings } = await settingsOf(options, context)
  const { variant, race, json = false } = options
  const targets = await targetsOf(names, cwd)
  const progress = createProgress(process.stderr, { nowMs: () => performance.now(), ci: env.CI })
  const rows = await interruptible(async (signal) => {
    const named = names.length > 0
    const wanted = race === undefined ? targets : await targetsWithRace(targets, race, { named, watchdogMs, signal })
    return runScenarios(wanted, {
      settings: { ...settings, ...(race === undefined ? {} : { race }) },
      ...(variant === undefined ? {} : { variant }),
      jobs,
      watchdogMs,
      fallbacks,
      signal,
      onProgress: progress.update,
      onRow: (row) => {
        progress.clear()
        if (!json) showRow(row, context)
      },
    })
  })
  progress.clear()
  const exitCode = exitCodeOf(rows, variant !== undefined || race !== undefined)
  const reports = rows.map(({ report }) => report)
  if (json) terminal.out(JSON.stringify({ ...jsonDocument(reports, { versions, exitCode }), errors: problemsOf(rows) }, null, 2))
  else if (rows.length > 1) showSummary(rows, exitCode, options, terminal)
  return exitCode
}

/** Where one variant or race was named, a race that is expected is a failure all the same: the table alone would say that all is well. */
const showSummary = (rows: readonly Row[], exitCode: number, { variant }: RunCommandOptions, terminal: Terminal): void => {
  const { width, palette } = terminal
  const reports = rows.map(({ report }) => report)
  terminal.out(`\n${summaryTable(reports, { width, palette })}`)
  const races = reports.filter(({ outcome }) => outcome === 'fail')
  if (exitCode !== EXIT.raceFound || !reports.every(({ met }) => met)) return
  const named = variant === undefined ? 'one race was named (--race)' : 'one variant was named (--variant)'
  terminal.out(palette.red(`exit code 1: ${races.length} with a race, which is a failure where ${named}, even if it is expected`))
}

const problemsOf = (rows: readonly Row[]): unknown[] =>
  rows.flatMap(({ report: { scenario, variant }, problem }) =>
    problem === null ? [] : { scenario, variant, code: problem.code, text: problem.text },
  )

/** A problem of ours goes to stderr; what the search says of the subject goes to stdout. */
const showRow = ({ target, report, problem }: Row, { cwd, terminal }: Context): void => {
  const { palette, width } = terminal
  const title = report.variant === '' ? report.scenario : `${report.scenario} / ${report.variant}`
  if (problem !== null) {
    terminal.err(`\n${palette.yellow(`? ${title}`)}\n${indented(problem.text, INDENT)}`)
    return
  }
  const replayCommand = replayCommandOf(target, cwd)
  for (const counterexample of report.counterexamples) {
    terminal.out(`\n${failure(report, counterexample, { width, palette, replayCommand })}`)
  }
  if (report.outcome !== 'fail') terminal.out(`\n${withoutFinding(report, title, terminal)}`)
}

/** What the search is worth, and what speaks against it. */
const withoutFinding = (report: SearchReport, title: string, { palette, width }: Terminal): string => {
  const { outcome, met, expect, unknowns, notes, worth, stopped } = report
  const mark = outcome === 'pass' && met ? palette.green('ok') : outcome === 'pass' ? palette.red('x') : palette.yellow('?')
  const missed = outcome === 'pass' && !met ? [`expected ${expect}: it was not found`] : []
  const reasons = unknowns.map(
    ({ verdict, count }) => `${verdict.oracle}: ${limited(verdict.message)}${count > 1 ? ` (${count} times)` : ''}`,
  )
  // What could not be judged is worth nothing, however often it was run.
  const worthIt = outcome === 'pass' ? [worthLine(worth, width - INDENT)] : []
  const details = [...missed, ...reasons, ...notes, ...worthIt]
  return `${mark} ${title}${stopped === 'interrupted' ? ' (interrupted)' : ''}\n${indented(details.join('\n'), INDENT)}`
}

const INDENT = 2
