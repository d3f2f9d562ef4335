// `crosswire replay`: follows a token again, and says whether it still fails.
import { HarnessError } from '../../core/errors.js'
import { failure, jsonDocument } from '../../reporters/index.js'
import { encodeToken, type ReplayResult, replayedCounterexample, type TokenContent } from '../../search/index.js'
import { EXIT, exitCodeOfFault } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import type { Problem, Target } from '../messages.js'
import { runTask } from '../process/outcome.js'
import { readToken } from '../read-token.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import { targetsOf } from '../targets.js'
import type { Context } from './context.js'
import { replayCommandOf } from './replay-command.js'

export interface ReplayCommandOptions extends Pick<SettingsOptions, 'watchdog'> {
  readonly json?: boolean
}

/** `scenario`: where a user's own scenario lies; the registry needs none. Returns the exit code. */
export const replayToken = async (
  tokenOrFile: string,
  scenario: string | undefined,
  { options, context }: { readonly options: ReplayCommandOptions; readonly context: Context },
): Promise<number> => {
  const token = readToken(tokenOrFile, context.cwd)
  const target = await targetOf(token, scenario, context.cwd)
  const { result, problem } = await replayInProcess(target, token, { options, context })
  if (problem !== null) {
    context.terminal.err(problem.text)
    return exitCodeOfFault(problem.fault)
  }
  return show(token, result as ReplayResult, { options, context, target })
}

const targetOf = async ({ id }: TokenContent, scenario: string | undefined, cwd: string): Promise<Target> => {
  try {
    const [target] = await targetsOf([scenario ?? id], cwd)
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
  const request = {
    target,
    task: { kind: 'replay', token: encodeToken(token) },
    parentPid: process.pid,
    watchdogMs,
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

const INTERRUPTED: Problem = { code: 'WORKER_DIED', fault: 'driver', text: 'interrupted' }

const EXIT_CODES = { fails: EXIT.raceFound, 'passes now': EXIT.ok, diverged: EXIT.unknown } as const

const show = (token: TokenContent, result: ReplayResult, { options, context, target }: Means & { target: Target }): number => {
  const { terminal, versions } = context
  const { outcome, divergence, followed } = result
  const exitCode = EXIT_CODES[outcome]
  const counterexample = replayedCounterexample(token, result)
  const title = `${token.id}${token.variant === undefined ? '' : ` / ${token.variant}`}`
  if (options.json === true) {
    const { reports: _, ...document } = jsonDocument([], { versions, exitCode })
    terminal.out(JSON.stringify({ ...document, replay: { outcome, divergence, followed, ...counterexample } }, null, 2))
    return exitCode
  }
  if (outcome === 'fails') {
    const of = { scenario: token.id, variant: token.variant ?? '', seed: 0 }
    const found = `replayed: it fails${followed === 'step' ? ' (found again by step, the keys have changed)' : ''}`
    const { width, palette } = terminal
    terminal.out(failure(of, counterexample, { width, palette, found, replayCommand: replayCommandOf(target, context.cwd) }))
  } else terminal.out(`${outcome === 'passes now' ? 'ok' : '?'} ${title}: ${outcome}`)
  if (divergence !== null) terminal.out(`  found:    ${divergence.found}\n  expected: ${divergence.expected}`)
  return exitCode
}
