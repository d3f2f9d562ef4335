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
  const { outcome, expect, met, shown, stopped, hold } = report
  const isExpected = !single && mayFail(expect) && met
  // What was found before a problem, or before an interruption, counts all the same.
  const found = outcome === 'fail' && !isExpected ? [EXIT.raceFound] : []
  if (problem !== null) return worst([exitCodeOfFault(problem.fault), ...found])
  if (stopped === 'interrupted') return worst([EXIT.unknown, ...found])
  if (outcome === 'fail') return isExpected ? EXIT.ok : EXIT.raceFound
  if (mayFail(expect) && shown === 0) return EXIT.unknown
  if (outcome === 'unknown') return EXIT.unknown
  // An order that was met in no run is no evidence of a fix.
  return hold !== null && hold.met === 0 ? EXIT.unknown : EXIT.ok
}

/** A variant that is to fail has to show, by whatever way; one that is to pass must not. */
export const exitCodeOfComparison = (row: Comparison, problems: readonly Problem[]): ExitCode => {
  const reports = [row.free, row.unheld, row.held].filter((report) => report !== null)
  const broken = problems.map(({ fault }) => exitCodeOfFault(fault))
  if (reports.some(({ stopped }) => stopped === 'interrupted')) broken.push(EXIT.unknown)
  const codes = reports.map((report) => exitCodeOfRates({ report, problem: null }, false))
  const hasShown = mayFail(row.expect) && reports.some(({ shown }) => shown > 0)
  // What failed before a problem counts all the same.
  if (broken.length > 0) return worst([...broken, ...(hasShown ? [] : codes.filter((code) => code === EXIT.raceFound))])
  return hasShown ? EXIT.ok : worst(codes)
}
