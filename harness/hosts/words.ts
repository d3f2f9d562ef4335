// What a host says of a race, in the words of the reporters.
import type { Counterexample, SearchReport } from '../core/report.js'
import { failure, worthLine } from '../reporters/index.js'
import type { ReplayResult, TokenContent } from '../search/index.js'
import { encodeToken } from '../search/index.js'

const WIDTH = 100

type ReplayCommand = (token: string) => string

/** The whole text of a failure; its last line runs this one test again. */
export const failingSearch = (report: SearchReport, counterexample: Counterexample, replayCommand: ReplayCommand): string =>
  failure(report, counterexample, { width: WIDTH, replayCommand })

export const failingReplay = (id: string, result: ReplayResult, token: TokenContent, replayCommand: ReplayCommand): string => {
  const { execution, verdicts, verdict } = result
  if (verdict === null) return `${id} fails`
  const counterexample: Counterexample = {
    verdict,
    verdicts,
    execution,
    workload: token.workload,
    holds: [],
    deviations: token.policy.deviations,
    scheduleNumber: 1,
    foundMs: 0,
    strategy: 'replay',
    race: null,
    shrink: null,
    token: encodeToken(token),
  }
  const of = { scenario: id, variant: '', seed: token.policy.seed }
  return failure(of, counterexample, { width: WIDTH, replayCommand, found: 'replayed from a token' })
}

/** Why nothing can be said, and what to do about it. */
export const unsettled = ({ unknowns, notes, stopped, executions }: SearchReport): string => {
  const reasons = unknowns.map(
    ({ verdict: { oracle, message }, count }) => `${oracle}: ${message}${count > 1 ? ` (${count} times)` : ''}`,
  )
  const said = reasons.length === 0 ? [`${stopped} after ${executions} executions`] : reasons
  return ['nothing can be said about this race', ...said, ...notes].join('\n  ')
}

/** One sentence: how much was explored, and what that is worth. */
export const passing = ({ worth, notes }: SearchReport): string =>
  [worthLine(worth, Number.POSITIVE_INFINITY), ...notes].join(' ')
