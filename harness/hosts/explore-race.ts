// Explores one race, or replays what CROSSWIRE_REPLAY asks for, and puts what came of it into words. Nothing is thrown for a race.
import { HarnessError } from '../core/errors.js'
import type { SearchReport } from '../core/report.js'
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
import { guardsOf } from './guards.js'
import { inTurn, reasonOf } from './in-turn.js'
import { type RaceOptions, raceSettings } from './race-settings.js'
import { type RaceBody, raceSubject } from './race-subject.js'
import { failureText, interruptedText, passText, unknownText } from './race-text.js'
import { type FreshThreads, type NoThreads, stageFor } from './stage.js'

export interface Race {
  /** Names the test in its tokens: unique, and the same in every run. */
  readonly id: string
  /** For a person. */
  readonly name: string
  /** Folder of its race files, absolute. Default: it has none. */
  readonly races?: string | undefined
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
  /** Threads that load the race's test afresh, or why there are none. Default: the host cannot start any. */
  readonly fresh?: FreshThreads | NoThreads
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

/** Race files first: what was found once is found again in milliseconds, or has gone. */
const searchRace = async (race: Race, means: RaceMeans): Promise<Raced> => {
  const { signal, replayCommand } = means
  const guards = guardsOf(race)
  const { stage, settings } = await setUp(race, means)
  try {
    const { failure, notes } = await guards.replay(stage, signal)
    if (failure !== null) {
      const { report, found } = failure
      return { report, text: textOf(race.name, report, { replayCommand, found, notes: report.notes }) }
    }
    const { subject, runtime, confirmFresh, unconfirmed } = stage
    const confirming = confirmFresh === undefined ? {} : { confirmFresh }
    const { save, ...searching } = settings
    const { report, saved } = guards.keep(await search(subject, { ...searching, runtime, signal, ...confirming }), save)
    const halfDone = signal.aborted ? { notes: report.notes } : {}
    const text = textOf(race.name, report, {
      replayCommand,
      endedBy: reasonOf(signal),
      unconfirmed: unconfirmed(),
      saved,
      ...halfDone,
    })
    // A failure ends in the line that is there to be pasted.
    return { report, text: report.outcome === 'fail' ? text : [text, ...notes].join('; ') }
  } finally {
    await stage.close()
  }
}

const setUp = async ({ id, body, options }: Race, { env, fresh }: RaceMeans) => {
  const { settings, bounds, isolation } = await raceSettings(options, env)
  const subject = raceSubject(id, body, { options: { ...options, ...bounds }, seed: settings.seed })
  return { settings, stage: stageFor(subject, isolation, fresh ?? null) }
}

export interface TextOptions {
  readonly replayCommand: (token: string) => string
  /** In the place of how it was found. */
  readonly found?: string
  /** What else is known of it. */
  readonly notes?: readonly string[]
  /** Why the search was interrupted, if it was. */
  readonly endedBy?: string
  /** Why the failure was not had again in a fresh thread, if it was not. */
  readonly unconfirmed?: string | null
  /** Where its race file lies, if it was saved. */
  readonly saved?: string | null
}

export const textOf = (name: string, report: SearchReport, options: TextOptions): string => {
  const [first, ...others] = report.counterexamples
  if (first !== undefined) {
    // The last line is there to be pasted: it replays what leads. What was met on the way has its place in the report alone.
    const told = report.stopped === 'found' ? [first] : [...others.toReversed(), first]
    return told.map((counterexample) => failureText(name, report.seed, { counterexample, ...options })).join('\n\n')
  }
  if (report.stopped === 'interrupted') return interruptedText(report, options.endedBy ?? 'interrupted')
  return report.outcome === 'unknown' ? unknownText(report) : passText(report)
}

const replayRace = async (race: Race, token: TokenContent, means: RaceMeans): Promise<Raced> => {
  const { stage, settings } = await setUp(race, means)
  try {
    const result = await replay(stage.subject, token, { runtime: stage.runtime, explains: true, signal: means.signal })
    const { outcome, divergence } = result
    if (outcome === 'diverged') throw diverged(race.name, divergence)
    const report = replayedReport(token, result, settings.seed)
    if (outcome === 'passes now') return { report, text: 'replayed: passes now' }
    const { replayCommand } = means
    return { report, text: textOf(race.name, report, { replayCommand, found: 'replayed: it fails' }) }
  } finally {
    await stage.close()
  }
}

export const diverged = (name: string, divergence: ReplayResult['divergence']): HarnessError =>
  new HarnessError('REPLAY_DIVERGED', `the token does not fit \`${name}\` any more`, {
    ...divergence,
    usually: 'the code under test, or the test, has changed since',
    remedy: 'run the test without CROSSWIRE_REPLAY: it searches anew',
  })
