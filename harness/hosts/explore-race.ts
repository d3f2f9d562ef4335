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
import { inTurn, reasonOf } from './in-turn.js'
import { type RaceOptions, raceSettings } from './race-settings.js'
import { type RaceBody, raceSubject } from './race-subject.js'
import { failureText, interruptedText, passText, unknownText } from './race-text.js'

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
  /** Ends the search: the host has given up on the race. */
  readonly signal: AbortSignal
  /** Ends the search after so many real ms, counted from when the race has its turn. Default 0: never. */
  readonly timeoutMs?: number
  /** The line that runs this one test again under a token. */
  readonly replayCommand: (token: string) => string
}

export interface Raced {
  readonly report: SearchReport
  /** A failure with its timeline and the line that replays it; why nothing can be said; how far it came; or what a pass is worth. */
  readonly text: string
}

/**
 * Waits for its turn: races of one process run one after the other. Rejects with a `HarnessError` where the race cannot be run, and where
 * a token does not fit it any more (`REPLAY_DIVERGED`).
 */
export const exploreRace = (race: Race, { signal: givenUp, timeoutMs = 0, ...means }: RaceMeans): Promise<Raced> =>
  inTurn(
    async (signal) => {
      const token = tokenFor(race.id, means.env)
      return token === null ? searchRace(race, { ...means, signal }) : replayRace(race, token, { ...means, signal })
    },
    { signal: givenUp, timeoutMs },
  )

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
  return { report, text: textOf(name, report, { replayCommand, endedBy: reasonOf(signal) }) }
}

export interface TextOptions {
  readonly replayCommand: (token: string) => string
  /** In the place of how it was found. */
  readonly found?: string
  /** Why the search was interrupted, if it was. */
  readonly endedBy?: string
}

export const textOf = (name: string, report: SearchReport, options: TextOptions): string => {
  const [counterexample] = report.counterexamples
  if (counterexample !== undefined) return failureText(name, report.seed, { counterexample, ...options })
  if (report.stopped === 'interrupted') return interruptedText(report, options.endedBy ?? 'interrupted')
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
