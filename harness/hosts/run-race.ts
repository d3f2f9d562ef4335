// Runs one race for a host: searches, or replays what CROSSWIRE_REPLAY asks for.
import { HarnessError } from '../core/errors.js'
import { createNodeRuntime } from '../runtimes/node/index.js'
import {
  decodeToken,
  type Environment,
  fromEnvironment,
  type ReplayResult,
  replay,
  replayedCounterexample,
  search,
  type TokenContent,
} from '../search/index.js'
import { RaceError } from './race-error.js'
import { type RaceOptions, raceSettings } from './race-settings.js'
import { type RaceBody, raceSubject } from './race-subject.js'
import { failureText, passText, unknownText } from './race-text.js'

export interface Race {
  /** Names the test in its tokens: unique, and the same in every run. */
  readonly id: string
  /** For a person. */
  readonly name: string
  readonly body: RaceBody
  readonly options: RaceOptions
  /** Stack of the declaration. */
  readonly declaredAt: string
}

export interface RaceMeans {
  readonly env: Environment
  /** Ends the search: the host's time-out. */
  readonly signal: AbortSignal
  /** The line that runs this one test again under a token. */
  readonly replayCommand: (token: string) => string
}

/**
 * Returns what a passing race has to say. Rejects with a `RaceError` where the race fails or nothing can be said of it, and with a
 * `HarnessError` where it cannot be run.
 */
export const runRace = async (race: Race, means: RaceMeans): Promise<string> => {
  const token = tokenFor(race.id, means.env)
  return token === null ? searchRace(race, means) : replayRace(race, token, means)
}

/** A token of another test is not for this one. */
const tokenFor = (id: string, env: Environment): TokenContent | null => {
  const text = fromEnvironment(env, 'CROSSWIRE_REPLAY')
  const token = text === undefined ? null : decodeToken(text)
  return token?.id === id ? token : null
}

const searchRace = async (
  { id, name, body, options, declaredAt }: Race,
  { env, signal, replayCommand }: RaceMeans,
): Promise<string> => {
  const settings = raceSettings(options, env)
  const { seed } = settings
  const report = await search(raceSubject(id, body, { options, seed }), { ...settings, runtime: createNodeRuntime(), signal })
  const [counterexample] = report.counterexamples
  if (counterexample !== undefined) {
    throw new RaceError(failureText(name, seed, { counterexample, replayCommand }), {
      execution: counterexample.execution,
      declaredAt,
    })
  }
  if (report.outcome === 'unknown') throw new RaceError(unknownText(report), { execution: null, declaredAt })
  return passText(report)
}

const replayRace = async (
  { id, name, body, options, declaredAt }: Race,
  token: TokenContent,
  means: RaceMeans,
): Promise<string> => {
  const { seed } = raceSettings(options, means.env)
  const result = await replay(raceSubject(id, body, { options, seed }), token, { runtime: createNodeRuntime() })
  const { outcome, divergence, execution } = result
  if (outcome === 'passes now') return 'replayed: passes now'
  if (outcome === 'diverged') throw new RaceError(diverged(name, divergence).message, { execution, declaredAt })
  const counterexample = replayedCounterexample(token, result)
  const { replayCommand } = means
  throw new RaceError(failureText(name, seed, { counterexample, replayCommand, found: 'replayed: it fails' }), {
    execution,
    declaredAt,
  })
}

const diverged = (name: string, divergence: ReplayResult['divergence']): HarnessError =>
  new HarnessError('REPLAY_DIVERGED', `the token does not fit \`${name}\` any more`, {
    ...divergence,
    usually: 'the code under test, or the test, has changed since',
    remedy: 'run the test without CROSSWIRE_REPLAY: it searches anew',
  })
