// What the searches of one published race come to: its figures, what is not as expected of them, and whether they are all there.
import type { SearchReport } from '../../core/report.js'
import type { PublishedRace } from '../registry.js'
import { spreadOf } from '../series/figures.js'
import type { Surviving } from '../series/run-series.js'
import { type EntryFigures, FAULTY } from './figures.js'

/** One search for each seed. */
export interface Series {
  readonly seeds: number
  /** Fewer than seeds where it was interrupted, or its process died. */
  readonly reports: readonly SearchReport[]
  /** What kept it from its end, if anything did. */
  readonly problem: string | null
}

/** Of one race. */
export interface Searches {
  readonly found: Series
  /** Those whose counterexamples are made small. */
  readonly small: Series
  readonly clean: readonly (Surviving & { readonly variant: string })[]
}

export interface Entry {
  /** Without the runs in plain Node, which come later. */
  readonly figures: Omit<EntryFigures, 'real'>
  readonly problems: readonly string[]
  /** Every search has come to its own end: what is told of them is what there is to tell. */
  readonly isFinished: boolean
}

/** Of the seeds, that have to find it: one race in twenty may hide from its budget. */
const FOUND_BY = 0.95
/** Schedules that it may take half of them. */
const MEDIAN_AT_MOST = 100

export const entryOf = (race: PublishedRace, { found, small, clean }: Searches): Entry => {
  const { scenario, package: published, faulty, fixed, source } = race
  const schedules = { ...spreadOf(found.reports, ({ scheduleNumber }) => scheduleNumber), seeds: found.seeds }
  const { seeds, median } = schedules
  return {
    figures: {
      ...{ package: published, faulty, fixed, source, expect: scenario.expect?.[FAULTY] ?? '', schedules },
      ms: { ...spreadOf(found.reports, ({ foundMs }) => Math.round(foundMs)), seeds },
      left: { ...spreadOf(small.reports, ({ holds, deviations }) => holds.length + deviations.length), seeds: small.seeds },
      clean: clean.map(({ variant, report: { executions, counterexamples } }) => ({
        ...{ variant, schedules: executions, findings: counterexamples.length },
      })),
    },
    problems: [
      ...[found, small].flatMap(({ problem }) => problem ?? []),
      ...(schedules.found < seeds * FOUND_BY ? [`was found by ${schedules.found} of ${seeds} seeds`] : []),
      ...(median !== null && median > MEDIAN_AT_MOST
        ? [`takes ${median} schedules in the median, which should be ${MEDIAN_AT_MOST} at most`]
        : []),
      ...clean.flatMap(({ variant, problems }) => problems.map((text) => `${variant}: ${text}`)),
    ],
    isFinished: [found, small].every(isWhole) && clean.every(({ isFinished }) => isFinished),
  }
}

const isWhole = ({ seeds, reports, problem }: Series): boolean =>
  problem === null && reports.length === seeds && reports.every(({ stopped }) => stopped !== 'interrupted')
