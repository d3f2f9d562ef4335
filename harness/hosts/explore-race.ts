// Explores one race, or replays what CROSSWIRE_REPLAY asks for, and puts what came of it into words. Nothing is thrown for a race.
import { HarnessError } from '../core/errors.js'
import type { SearchReport } from '../core/report.js'
import { createNodeRuntime } from '../runtimes/node/index.js'
import {
  decodeToken,
  type Environment,
  fromEnvironment,
  type ReplayResult,
  replay,
  replayedReport,
  search,
  type TokenContent,
} from '../search/index.js'
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
}

export interface RaceMeans {
  readonly env: Environment
  /** Ends the search: the host's time-out. */
  readonly signal: AbortSignal
  /** The line that runs this one test again under a token. */
  readonly replayCommand: (token: string) => string
}

export interface Raced {
  readonly report: SearchReport
  /** A failure with its timeline and the line that replays it; why nothing can be said; or what a pass is worth. */
  readonly text: string
}

/** Rejects with a `HarnessError` where the race cannot be run, and where a token does not fit it any more (`REPLAY_DIVERGED`). */
export const exploreRace = async (race: Race, means: RaceMeans): Promise<Raced> => {
  const token = tokenFor(race.id, means.env)
  return token === null ? searchRace(race, means) : replayRace(race, token, means)
}

/** A token of another test is not for this one. */
export const tokenFor = (id: string, env: Environment): TokenContent | null => {
  const text = fromEnvironment(env, 'CROSSWIRE_REPLAY')
  const token = text === undefined ? null : decodeToken(text)
  return token?.id === id ? token : null
}

const searchRace = async ({ id, name, body, options }: Race, { env, signal, replayCommand }: RaceMeans): Promise<Raced> => {
  const { settings, bounds } = await raceSettings(options, env)
  const subject = raceSubject(id, body, { options: { ...options, ...bounds }, seed: settings.seed })
  const report = await search(subject, { ...settings, runtime: createNodeRuntime(), signal })
  return { report, text: textOf(name, report, { replayCommand }) }
}

export interface TextOptions {
  readonly replayCommand: (token: string) => string
  /** In the place of how it was found. */
  readonly found?: string
}

export const textOf = (name: string, report: SearchReport, options: TextOptions): string => {
  const [counterexample] = report.counterexamples
  if (counterexample !== undefined) return failureText(name, report.seed, { counterexample, ...options })
  return report.outcome === 'unknown' ? unknownText(report) : passText(report)
}

const replayRace = async ({ id, name, body, options }: Race, token: TokenContent, means: RaceMeans): Promise<Raced> => {
  const { settings, bounds } = await raceSettings(options, means.env)
  const { seed } = settings
  const result = await replay(raceSubject(id, body, { options: { ...options, ...bounds }, seed }), token, {
    runtime: createNodeRuntime(),
  })
  const { outcome, divergence } = result
  if (outcome === 'diverged') throw diverged(name, divergence)
  const report = replayedReport(token, result, seed)
  if (outcome === 'passes now') return { report, text: 'replayed: passes now' }
  const { replayCommand } = means
  return { report, text: textOf(name, report, { replayCommand, found: 'replayed: it fails' }) }
}

export const diverged = (name: string, divergence: ReplayResult['divergence']): HarnessError =>
  new HarnessError('REPLAY_DIVERGED', `the token does not fit \`${name}\` any more`, {
    ...divergence,
    usually: 'the code under test, or the test, has changed since',
    remedy: 'run the test without CROSSWIRE_REPLAY: it searches anew',
  })
