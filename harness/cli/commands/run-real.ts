// `crosswire run --runtime real`: the same callers over real sockets and files, in real time; rates, beside what the search says.
import { loadConfig } from '../../config/index.js'
import { HarnessError } from '../../core/errors.js'
import { createProgress, indented, rateDocument, rateTable, rateText } from '../../reporters/index.js'
import { worst } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import { exitCodeOfRates, type RealRow } from '../real/exit.js'
import { createPlaces } from '../real/places.js'
import { realRow, searchWork, type Work } from '../real/row.js'
import { searchAll } from '../real/searched.js'
import { type Hold, holdOf, type RealOptions, realSettingsOf } from '../real/settings.js'
import { targetsOf } from '../targets.js'
import type { Context } from './context.js'

export interface RunRealOptions extends RealOptions {
  readonly hold?: string | true
  readonly race?: string
}

/** Returns the exit code. Throws `UNKNOWN_SCENARIO`, `BAD_OPTION` or `BAD_TOKEN`. */
export const runReal = async (args: readonly string[], options: RunRealOptions, context: Context): Promise<number> => {
  const { json = false, race } = options
  if (race !== undefined)
    throw new HarnessError('BAD_OPTION', '--race is for the simulated search: real runs show what they show')
  const settings = await realSettingsOf(options, context)
  await tellUnused(context)
  const { names, hold, variant } = askedFor(args, options, context)
  const targets = await targetsOf(names, context.cwd)
  const progress = createProgress(process.stderr, { nowMs: () => performance.now(), ci: context.env.CI })
  const places = createPlaces()
  const rows = await interruptible(async (signal) => {
    const work: Work = { settings, variant, places, signal, say: progress.update }
    const finished: RealRow[] = []
    for (const searched of await searchAll(targets, searchWork(work))) {
      const row = await realRow(searched, work, hold, names.length > 0)
      progress.clear()
      if (!json) show(row, context)
      finished.push(row)
    }
    return finished
  })
  places.remove()
  const exitCode = worst(rows.map((row) => exitCodeOfRates(row, variant !== undefined)))
  conclude(rows, exitCode, { json, context })
  return exitCode
}

/** A CI that counts on its file would wait for it without a word. */
const tellUnused = async ({ cwd, terminal }: Context): Promise<void> => {
  const { file, values } = await loadConfig(cwd)
  if (values.reporter !== undefined)
    terminal.err(`The reporters of ${file} are for searches: real runs are told as text, or with --json.`)
}

interface Asked {
  readonly names: readonly string[]
  readonly variant: string | undefined
  readonly hold: Hold | null
}

/** A token says which scenario and variant it is of, unless these are named. */
const askedFor = (args: readonly string[], { hold: option, variant }: RunRealOptions, { cwd }: Context): Asked => {
  const { hold, names } = holdOf(option, args, cwd)
  const token = hold?.token ?? null
  if (token === null) return { names, hold, variant }
  return { names: names.length === 0 ? [token.id] : names, hold, variant: variant ?? token.variant }
}

/** A problem of ours goes to stderr; what the runs say of the subject goes to stdout. */
const show = ({ report, problem }: RealRow, { terminal }: Context): void => {
  const { palette, width, out, err } = terminal
  if (problem === null || report.runs.length > 0) out(`\n${rateText(report, { width, palette })}`)
  if (problem !== null) err(`\n${palette.yellow(`? ${report.scenario} / ${report.variant}`)}\n${indented(problem.text, 2)}`)
}

interface Ending {
  readonly json: boolean
  readonly context: Context
}

const conclude = (rows: readonly RealRow[], exitCode: number, { json, context: { terminal, versions } }: Ending): void => {
  const { width, palette, out } = terminal
  const reports = rows.map(({ report }) => report)
  if (json) out(JSON.stringify({ ...rateDocument(reports, { versions, exitCode }), errors: rows.flatMap(errorOf) }, null, 2))
  else if (rows.length > 1) out(`\n${rateTable(reports, { width, palette })}`)
}

const errorOf = ({ report: { scenario, variant }, problem }: RealRow): unknown[] =>
  problem === null ? [] : [{ scenario, variant, code: problem.code, text: problem.text }]
