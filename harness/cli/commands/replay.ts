// `crosswire replay`: follows a token or race files again, and says whether they still fail.
import { HarnessError } from '../../core/errors.js'
import { titleOf } from '../../reporters/finished.js'
import { failure, jsonDocument, type TerminalOptions } from '../../reporters/index.js'
import { encodeToken, type ReplayResult, replayedCounterexample, type TokenContent } from '../../search/index.js'
import { EXIT } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import type { Problem, Target } from '../messages.js'
import { runTask } from '../process/outcome.js'
import { divergenceText, finishedReplay } from '../races/finished-race.js'
import { isOfRaces } from '../races/race-targets.js'
import { readToken } from '../read-token.js'
import { ReportedError } from '../reported-error.js'
import { openOwnReports, type Told } from '../reports/own-reports.js'
import type { ReporterOptions } from '../reports/parse-reporters.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import { type PythonOptions, targetsOf } from '../targets.js'
import type { Context } from './context.js'
import { replayCommandOf } from './replay-command.js'

export interface ReplayCommandOptions extends Pick<SettingsOptions, 'watchdog' | 'jobs'>, ReporterOptions, PythonOptions {
  /** Of race files: schedules that are tried around each. */
  readonly near?: string
  /** A debugger is waited for; of a token only. */
  readonly inspect?: boolean
}

/** A token and the scenario that it is of, or folders and files of races, with the scenario of those that need one. */
export const replayArguments = async (args: readonly string[], means: Means): Promise<number> => {
  const { cwd } = means.context
  const paths = args.filter((argument) => isOfRaces(argument, cwd))
  const [first = '', second, third] = args.filter((argument) => !paths.includes(argument))
  if (paths.length === 0 ? third !== undefined : second !== undefined) throw tooMany(args)
  if (paths.length === 0) return replayToken(first, second, means)
  if (means.options.inspect === true) throw oneAtATime()
  const [scenario = null] = first === '' ? [] : await targetsOf([first], cwd, means.options)
  const { replayRaceFiles } = await import('./replay-races.js')
  return replayRaceFiles(paths, { ...means, scenario })
}

const oneAtATime = (): HarnessError =>
  new HarnessError('BAD_OPTION', '--inspect is for one token at a time', {
    found: 'race files',
    remedy: 'give it the token that the replay of the file prints',
  })

const tooMany = (args: readonly string[]): HarnessError =>
  new HarnessError('BAD_OPTION', 'these are too many things to replay', {
    found: args.map((argument) => (argument.length > 40 ? `${argument.slice(0, 40)}...` : argument)).join(' '),
    expected: 'a token and its scenario, or race files, and one scenario for those that need it',
  })

/** `scenario`: where a user's own scenario lies; the registry needs none. Returns the exit code. */
const replayToken = async (tokenOrFile: string, scenario: string | undefined, { options, context }: Means): Promise<number> => {
  const token = readToken(tokenOrFile, context.cwd)
  const target = await targetOf(token, scenario, { cwd: context.cwd, options })
  const report = await openOwnReports(options, context)
  const { result, problem } = await replayInProcess(target, token, { options, context })
  if (problem !== null) throw new ReportedError(problem)
  return report(toldOf(token, result as ReplayResult, { context, target }))
}

interface From {
  readonly cwd: string
  readonly options: PythonOptions
}

const targetOf = async ({ id }: TokenContent, scenario: string | undefined, { cwd, options }: From): Promise<Target> => {
  try {
    const [target] = await targetsOf([scenario ?? id], cwd, options)
    return target as Target
  } catch (error) {
    if (scenario !== undefined) throw error
    throw new HarnessError('UNKNOWN_SCENARIO', `the token is of \`${id}\`, which is no scenario of crosswire's own`, {
      remedy:
        'name its file: npx crosswire replay TOKEN ./my.scenario.ts; the token of a test is replayed by that test, with CROSSWIRE_REPLAY=TOKEN',
    })
  }
}

interface Means {
  readonly options: ReplayCommandOptions
  readonly context: Context
}

/** What the subject prints goes to stderr: whoever replays wants to see it. */
const replayInProcess = async (target: Target, token: TokenContent, { options, context }: Means) => {
  let result: ReplayResult | null = null
  const { watchdogMs, fallbacks } = await settingsOf(options, context)
  const { inspect: inspects = false } = options
  if (inspects) context.terminal.err(ATTACH)
  const request = {
    target,
    task: { kind: 'replay', token: encodeToken(token), explains: true, inspects },
    parentPid: process.pid,
    // Whoever looks at a step may take his time.
    watchdogMs: inspects ? 0 : watchdogMs,
    fallbacks,
  } as const
  const { problem, interrupted } = await interruptible((signal) =>
    runTask(request, {
      signal,
      output: (chunk) => void process.stderr.write(chunk),
      onMessage: (message) => void (message.type === 'replayed' && (result = message.result)),
    }),
  )
  return { result: result as ReplayResult | null, problem: problem ?? (interrupted && result === null ? INTERRUPTED : null) }
}

const ATTACH = `The replay waits for a debugger, and stops at each step that comes out of turn. Attach to the address below: in Chrome at
chrome://inspect, in VS Code with "Attach to Node Process".`

const INTERRUPTED: Problem = { code: 'WORKER_DIED', fault: 'driver', text: 'interrupted' }

const EXIT_CODES = { fails: EXIT.raceFound, 'passes now': EXIT.ok, diverged: EXIT.unknown } as const

interface Place {
  readonly context: Context
  readonly target: Target
}

const toldOf = (token: TokenContent, result: ReplayResult, { context, target }: Place): Told => {
  const { cwd, versions } = context
  const { outcome, divergence, followed } = result
  const exitCode = EXIT_CODES[outcome]
  const replayCommand = replayCommandOf(target, cwd)
  const { reports: _, ...document } = jsonDocument([], { versions, exitCode })
  return {
    text: (terminal) => textOf(token, result, { ...terminal, replayCommand }),
    document: { ...document, replay: { outcome, divergence, followed, ...replayedCounterexample(token, result) } },
    results: [{ ...finishedReplay(token, result), exitCode, replayCommand, file: 'file' in target ? target.file : null }],
    exitCode,
  }
}

interface TextOptions extends TerminalOptions {
  readonly replayCommand: (token: string) => string
}

const textOf = (token: TokenContent, result: ReplayResult, options: TextOptions): string => {
  const { outcome, divergence, followed } = result
  const { id: scenario, variant = '' } = token
  const found = `replayed: it fails${followed === 'step' ? ' (found again by step, the keys have changed)' : ''}`
  const told =
    outcome === 'fails'
      ? failure({ scenario, variant, seed: 0 }, replayedCounterexample(token, result), { ...options, found })
      : `${outcome === 'passes now' ? 'ok' : '?'} ${titleOf({ scenario, variant })}: ${outcome}`
  return [told, ...(divergence === null ? [] : [divergenceText(divergence)])].join('\n')
}
