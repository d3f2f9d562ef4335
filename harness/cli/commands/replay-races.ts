// `crosswire replay races/`: follows race files again, and says of each whether it still fails.
import type { KnownRace } from '../../core/report.js'
import { failure, indented, type TerminalOptions, type Versions } from '../../reporters/index.js'
import { type RaceRow, raceTable } from '../../reporters/race-table.js'
import { wholeNumber } from '../../search/index.js'
import { dayOf, knownRace } from '../../search/race-files/index.js'
import { EXIT, type ExitCode, exitCodeOfFault, worst } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import type { Target } from '../messages.js'
import { counterexampleOf, finishedRace, recordedOf } from '../races/finished-race.js'
import { racesIn, shownPath, withTargets } from '../races/race-targets.js'
import { type Replayed, replayFiles } from '../races/replay-files.js'
import { openOwnReports } from '../reports/own-reports.js'
import { settingsOf } from '../settings.js'
import type { Context } from './context.js'
import type { ReplayCommandOptions } from './replay.js'
import { replayCommandOf } from './replay-command.js'

export interface ReplayRacesCommand {
  readonly options: ReplayCommandOptions
  readonly context: Context
  /** The scenario that was named, if one was. */
  readonly scenario: Target | null
}

/** `paths`: folders and files. Returns the exit code. Throws `BAD_RACE_FILE`, `TOKEN_TOO_NEW`, `BAD_OPTION`. */
export const replayRaceFiles = async (paths: readonly string[], command: ReplayRacesCommand): Promise<number> => {
  const { options, context, scenario } = command
  const { cwd } = context
  const schedules = options.near === undefined ? null : wholeNumber('number of schedules', options.near, { min: 0, max: 1e6 })
  const { watchdogMs, fallbacks, jobs } = await settingsOf(options, context)
  const races = await withTargets(racesIn(paths, cwd), { scenario, cwd })
  const report = await openOwnReports(options, context)
  const output = (chunk: Uint8Array): void => void process.stderr.write(chunk)
  const replayed = await interruptible((signal) => replayFiles(races, { watchdogMs, fallbacks, jobs, schedules, signal, output }))
  const today = dayOf(new Date())
  const results = replayed.map((each): RaceResult => {
    const file = shownPath(each.stored.path, cwd)
    const { known } = each.stored.race
    const standing = known === undefined || each.result?.isOwn !== true ? null : knownRace(known, file, today)
    return { ...each, file, known: standing, exitCode: exitCodeOf(each, standing) }
  })
  for (const { problem, file } of results) {
    if (problem !== null) context.terminal.err(`\n? ${file}\n${indented(problem.text, 2)}`)
  }
  const exitCode = worst(results.map((result) => result.exitCode))
  return report({
    text: (terminal) => textOf(results, { terminal, cwd }),
    document: documentOf(results, { versions: context.versions, exitCode }),
    results: results.map((result) => finishedRace(result, context)),
    exitCode,
  })
}

export interface RaceResult extends Replayed {
  /** Relative to the working directory. */
  readonly file: string
  /** It is there, and what the file says of that. */
  readonly known: KnownRace | null
  readonly exitCode: ExitCode
}

const OUTCOMES = { fails: EXIT.raceFound, 'passes now': EXIT.ok, diverged: EXIT.unknown } as const

/** Neither a result nor a problem: somebody interrupted. */
const exitCodeOf = ({ result, problem }: Replayed, known: KnownRace | null): ExitCode => {
  if (problem !== null) return exitCodeOfFault(problem.fault)
  if (result === null) return EXIT.unknown
  return result.outcome === 'fails' && known?.holds === true ? EXIT.ok : OUTCOMES[result.outcome]
}

interface TextPlace {
  readonly terminal: TerminalOptions
  readonly cwd: string
}

/** A story for each that fails, then the table. */
const textOf = (results: readonly RaceResult[], { terminal, cwd }: TextPlace): string => {
  const stories = results.flatMap((result) => {
    const counterexample = counterexampleOf(result)
    if (counterexample === null || result.target === null) return []
    const { id, variant = '' } = result.stored.race
    const options = { ...terminal, found: foundBy(result), replayCommand: replayCommandOf(result.target, cwd) }
    return [`\n${failure({ scenario: id, variant, seed: 0, notes: recordedOf(result, cwd) }, counterexample, options)}`]
  })
  return [...stories, `\n${raceTable(results.map(rowOf), terminal)}`].join('\n')
}

const foundBy = ({ file, result }: RaceResult): string => {
  const { heldBy = null, schedules = 0, isSame = true, isOwn = true } = result ?? {}
  const how = heldBy === 'search' ? `search: ${schedules} schedules near the one that was recorded` : heldBy
  const other = isSame ? '; other lines decide than those of the race that is known' : '; not in the way that was recorded'
  return `${file}: it fails, found again by ${how}${isOwn ? '' : other}`
}

const rowOf = ({ file, result, known, ms, problem }: RaceResult): RaceRow => ({
  file,
  result: problem !== null || result === null ? 'error' : result.outcome,
  heldBy: result?.heldBy ?? null,
  schedules: result?.schedules ?? 0,
  ms,
  isKnown: result?.outcome === 'fails' && known?.holds === true,
})

interface DocumentFacts {
  readonly versions: Versions
  readonly exitCode: number
}

const documentOf = (results: readonly RaceResult[], facts: DocumentFacts): object => ({
  format: 1,
  ...facts,
  races: results.flatMap((each) => {
    const { file, result, known, ms, stored } = each
    if (result === null) return []
    const { outcome, heldBy, schedules, isSame, divergence, verdict } = result
    const token = counterexampleOf(each)?.token ?? null
    const { id, variant = null, race } = stored.race
    return [{ file, id, variant, race, outcome, heldBy, schedules, isSame, divergence, verdict, known, token, ms }]
  }),
  errors: results.flatMap(({ file, problem }) => (problem === null ? [] : [{ file, code: problem.code, text: problem.text }])),
})
