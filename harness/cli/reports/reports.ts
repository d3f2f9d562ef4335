// Drives the reporters of a run: they are chosen and checked before it, told of each result as it comes, and written at its end.
import { relative } from 'node:path'
import { loadConfig } from '../../config/index.js'
import { ERROR_CODES, HarnessError } from '../../core/errors.js'
import type { SearchProgress } from '../../core/report.js'
import { createProgress, type Finished, problemText } from '../../reporters/index.js'
import { problemOf } from '../child/problem.js'
import type { Context } from '../commands/context.js'
import { replayCommandOf } from '../commands/replay-command.js'
import { type ExitCode, exitCodeOf, exitCodeOfFault, exitCodeOfRow, type Row, worst } from '../exit-code.js'
import { parseReporters, type ReporterOptions } from './parse-reporters.js'
import { type EndFacts, type Writer, wholeText, writerFor } from './writers.js'

export interface Reports {
  progress(progress: SearchProgress): void
  /** To be called once for each result, in the order in which they are to be shown. */
  finished(row: Row): void
  /** Writes what is left to write. Returns the exit code of the run; never throws, so that no result is lost. */
  end(): ExitCode
}

export interface ReportsOptions extends ReporterOptions {
  readonly variant?: string | undefined
  readonly race?: string | undefined
}

/** Rejects with `BAD_OPTION` or `BAD_CONFIG`, before anything is searched. Whatever ends the process then, files are written. */
export const openReports = async (options: ReportsOptions, context: Context): Promise<Reports> => {
  const { cwd, env, terminal, versions } = context
  const wanted = parseReporters(options, cwd, await loadConfig(cwd))
  const writers = await Promise.all(wanted.map((each) => writerFor(each, context)))
  const line = createProgress(process.stderr, { nowMs: () => performance.now(), ci: env.CI })
  const single = options.variant !== undefined || options.race !== undefined
  const rows: Row[] = []
  const results: Finished[] = []
  const facts = (): EndFacts => ({ versions, exitCode: exitCodeOf(rows, single), root: rootOf(context), named: namedIn(options) })
  // A second Ctrl-C, or a reader of stdout that has gone.
  const atExit = (): void =>
    void writeAll(
      writers.filter(({ file }) => file !== null),
      { results, facts: facts(), context },
    )
  /** Not before something is searched: what is refused until then leaves the files of an earlier run as they are. */
  const begin = (): void => {
    if (!process.listeners('exit').includes(atExit)) process.on('exit', atExit)
  }
  return {
    progress(progress) {
      begin()
      line.update(progress)
    },
    finished(row) {
      begin()
      line.clear()
      const result = finishedOf(row, { single, cwd })
      rows.push(row)
      results.push(result)
      if (row.problem !== null) terminal.err(problemText(result, terminal))
      for (const { show } of writers) show?.(result)
    },
    end() {
      line.clear()
      process.off('exit', atExit)
      return writeAll(writers, { results, facts: facts(), context })
    },
  }
}

const finishedOf = ({ target, report, problem }: Row, { single, cwd }: { single: boolean; cwd: string }): Finished => ({
  report,
  problem,
  exitCode: exitCodeOfRow({ report, problem }, single),
  replayCommand: replayCommandOf(target, cwd),
  file: 'file' in target ? target.file : null,
})

const namedIn = ({ variant, race }: ReportsOptions): string | null => {
  if (variant !== undefined) return 'one variant was named (--variant)'
  return race === undefined ? null : 'one race was named (--race)'
}

/** GitHub shows an annotation at a path from the root of the repository, wherever in it the command runs. */
export const rootOf = ({ cwd, env }: Context): string => env.GITHUB_WORKSPACE || cwd

interface Ended {
  readonly results: readonly Finished[]
  readonly facts: EndFacts
  readonly context: Context
}

/** Streams before files, so that no file can come between a person and the results. */
export const writeAll = (writers: readonly Writer[], { results, facts, context }: Ended): ExitCode => {
  const { terminal, cwd } = context
  const codes: ExitCode[] = [facts.exitCode as ExitCode]
  for (const writer of writers.toSorted((a, b) => Number(a.file !== null) - Number(b.file !== null))) {
    try {
      writer.write(results, facts)
      if (writer.file !== null) terminal.err(`${writer.name}: ${relative(cwd, writer.file)}`)
    } catch (error) {
      const problem = problemOf(isOfFiles(error) ? notWritten(writer, error) : error)
      terminal.err(`\n${problem.text}`)
      codes.push(exitCodeOfFault(ERROR_CODES[problem.code].fault))
    }
  }
  const isLost = codes.length > 1 && writers.every(({ file }) => file !== null)
  if (isLost) terminal.out(wholeText(results, facts, terminal))
  return worst(codes)
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'

const notWritten = ({ name, file }: Writer, cause: Error): HarnessError =>
  new HarnessError(
    'REPORT_NOT_WRITTEN',
    `${name} could not be written to ${file ?? 'stdout'}`,
    { found: cause.message },
    { cause },
  )
