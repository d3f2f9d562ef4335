// Reports of a command that is no search: what it says on the terminal and as JSON is its own, and the other reporters are told of its
// results as of those of a search.
import { loadConfig } from '../../config/index.js'
import { type Finished, NO_COLOURS, type TerminalOptions } from '../../reporters/index.js'
import type { Context } from '../commands/context.js'
import type { ExitCode } from '../exit-code.js'
import { parseReporters, type ReporterOptions } from './parse-reporters.js'
import { rootOf, writeAll } from './reports.js'
import { writeWhole } from './targets.js'
import { type Writer, writerFor } from './writers.js'

export interface Told {
  readonly text: (options: TerminalOptions) => string
  readonly document: object
  readonly results: readonly Finished[]
  readonly exitCode: ExitCode
}

const FILE: TerminalOptions = { width: 100, palette: NO_COLOURS }

/** Rejects with `BAD_OPTION` or `BAD_CONFIG`, before anything is done. What it gives writes everything, and returns the exit code. */
export const openOwnReports = async (options: ReporterOptions, context: Context): Promise<(told: Told) => ExitCode> => {
  const { cwd, terminal, versions } = context
  let all: Told | null = null
  const told = (): Told => all as Told
  const own = (name: 'terminal' | 'json', file: string | null): Writer => ({
    name,
    file,
    write: () => {
      const { text, document } = told()
      const written = name === 'json' ? JSON.stringify(document, null, 2) : text(file === null ? terminal : FILE)
      if (file === null) terminal.out(written)
      else writeWhole(file, `${written}\n`)
    },
  })
  const writers = await Promise.all(
    parseReporters(options, cwd, await loadConfig(cwd)).map(async (wanted) => {
      const { name, file } = wanted
      return name === 'terminal' || name === 'json' ? own(name, file) : writerFor(wanted, context)
    }),
  )
  return (given) => {
    all = given
    const { results, exitCode } = given
    const facts = { versions, exitCode, root: rootOf(context), named: null }
    return writeAll(writers, { results, facts, context })
  }
}
