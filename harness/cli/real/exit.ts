// How runs in the real world end a command: what did not show there is no proof of anything.
import type { Comparison, RateReport } from '../../core/rate-report.js'
import { EXIT, type ExitCode, exitCodeOfFault, worst } from '../exit-code.js'
import type { Problem } from '../messages.js'
import { mayFail } from './rates.js'

export interface RealRow {
  readonly report: RateReport
  readonly problem: Problem | null
}

/** `single`: one variant was named, so that what shows is a failure, whatever the scenario expects. */
export const exitCodeOfRates = ({ report, problem }: RealRow, single: boolean): ExitCode => {
  if (problem !== null) return exitCodeOfFault(problem.fault)
  const { outcome, expect, met, shown, stopped, hold } = report
  if (outcome === 'fail') return !single && mayFail(expect) && met ? EXIT.ok : EXIT.raceFound
  if (mayFail(expect) && shown === 0) return EXIT.unknown
  if (outcome === 'unknown' || stopped === 'interrupted') return EXIT.unknown
  // An order that was met in no run is no evidence of a fix.
  return hold !== null && hold.met === 0 ? EXIT.unknown : EXIT.ok
}

/** A variant that is to fail has to show, by whatever way; one that is to pass must not. */
export const exitCodeOfComparison = (row: Comparison, problems: readonly Problem[]): ExitCode => {
  const reports = [row.free, row.unheld, row.held].filter((report) => report !== null)
  const broken = problems.map(({ fault }) => exitCodeOfFault(fault))
  if (broken.length > 0) return worst(broken)
  if (reports.length === 0) return EXIT.unknown
  if (mayFail(row.expect)) {
    return reports.some(({ shown }) => shown > 0)
      ? EXIT.ok
      : worst(reports.map((report) => exitCodeOfRates({ report, problem: null }, false)))
  }
  return worst(reports.map((report) => exitCodeOfRates({ report, problem: null }, false)))
}
