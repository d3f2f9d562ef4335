// A replay, of a token or of a race file, as reports show it.
import type { Counterexample } from '../../core/report.js'
import type { Finished } from '../../reporters/index.js'
import {
  type Divergence,
  type ReplayResult,
  replayedCounterexample,
  replayedReport,
  type TokenContent,
} from '../../search/index.js'
import { asFound, tokenOf } from '../../search/race-files/index.js'
import type { Context } from '../commands/context.js'
import { replayCommandOf } from '../commands/replay-command.js'
import type { RaceResult } from '../commands/replay-races.js'

/** `null` unless it fails. Its token follows what has failed, which a search may have found. */
export const counterexampleOf = ({ stored, result, known }: RaceResult): Counterexample | null => {
  if (result?.outcome !== 'fails') return null
  const found = replayedCounterexample({ ...tokenOf(stored.race), policy: result.policy }, result)
  return known === null ? found : { ...found, known }
}

/** What the file knows of why it failed: nothing is explained anew. */
export const recordedOf = ({ stored, result }: RaceResult, cwd: string): string[] =>
  result?.outcome === 'fails' ? asFound(stored, { isSame: result.isSame, cwd }) : []

/** The report of a replay, and what kept it from saying anything. */
export const finishedReplay = (token: TokenContent, result: ReplayResult): Pick<Finished, 'report' | 'problem'> => ({
  report: replayedReport(token, result, token.policy.seed),
  problem: result.outcome === 'diverged' ? diverged('the token', result.divergence) : null,
})

export const finishedRace = (raced: RaceResult, { cwd }: Context): Finished => {
  const { stored, result, problem, exitCode, target, file, ms } = raced
  const counterexample = counterexampleOf(raced)
  const report = replayedReport(tokenOf(stored.race), { outcome: 'passes now' }, stored.race.policy.seed)
  return {
    report: {
      ...report,
      ...(counterexample === null ? {} : { outcome: 'fail', met: false, stopped: 'found', counterexamples: [counterexample] }),
      ms,
      notes: [`${file}: ${saysOf(result)}`, ...recordedOf(raced, cwd)],
    },
    problem: problem ?? (result?.outcome === 'diverged' ? diverged(file, result.divergence) : null),
    exitCode,
    replayCommand: target === null ? () => `npx crosswire replay ${file}` : replayCommandOf(target, cwd),
    file: target !== null && 'file' in target ? target.file : null,
  }
}

const saysOf = (result: RaceResult['result']): string => {
  if (result === null) return 'it was not replayed'
  return result.heldBy === null ? result.outcome : `${result.outcome}, found again by ${result.heldBy}`
}

const diverged = (what: string, divergence: Divergence | null): Finished['problem'] => ({
  code: 'REPLAY_DIVERGED',
  text: `REPLAY_DIVERGED: ${what} does not fit any more${divergence === null ? '' : `\n${divergenceText(divergence)}`}`,
})

export const divergenceText = ({ found, expected }: Divergence): string => `  found:    ${found}\n  expected: ${expected}`
