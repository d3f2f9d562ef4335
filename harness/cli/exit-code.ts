// The ways to end: told apart by exit code, the same for every command.
import type { Fault } from '../core/errors.js'
import type { SearchReport } from '../core/report.js'
import { isKnown, isOpen } from '../core/standing.js'
import type { Problem, Target } from './messages.js'

export const EXIT = { ok: 0, raceFound: 1, usage: 2, toolFailed: 3, unknown: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

const BY_FAULT: Record<Fault, ExitCode> = {
  usage: EXIT.usage,
  internal: EXIT.toolFailed,
  driver: EXIT.unknown,
  divergence: EXIT.unknown,
}

export const exitCodeOfFault = (fault: Fault): ExitCode => BY_FAULT[fault]

/** One searched variant: what the search reports, and what kept it from its end, if anything did. */
export interface Row {
  readonly target: Target
  readonly report: SearchReport
  readonly problem: Problem | null
}

/**
 * `single`: one variant or one race was named, so a race found is a failure whatever the scenario expects. Otherwise each variant
 * is to meet its expectation.
 */
export const exitCodeOfRow = ({ report, problem }: Omit<Row, 'target'>, single: boolean): ExitCode => {
  const { outcome, met, expect } = report
  if (problem !== null) {
    // What was found before it counts all the same.
    const found = outcome === 'fail' ? [exitCodeOfRow({ report, problem: null }, single)] : []
    return worst([exitCodeOfFault(problem.fault), ...found])
  }
  if (outcome === 'fail') return (!single && expect !== null && met) || isKnown(report) ? EXIT.ok : EXIT.raceFound
  if (isOpen(report)) return EXIT.unknown
  return single || met ? EXIT.ok : EXIT.raceFound
}

/** What is worst to leave unseen comes first: the tool failed, then bad input, then a race. */
const RANK: readonly ExitCode[] = [EXIT.toolFailed, EXIT.usage, EXIT.raceFound, EXIT.unknown, EXIT.ok]

/** Of no row at all: nothing can be said. */
export const exitCodeOf = (rows: readonly Omit<Row, 'target'>[], single: boolean): ExitCode =>
  worst(rows.map((row) => exitCodeOfRow(row, single)))

export const worst = (codes: readonly ExitCode[]): ExitCode => RANK.find((code) => codes.includes(code)) ?? EXIT.unknown
