// Every published race over many seeds, the repaired version beside it, and the same callers in plain Node.
import { SETTINGS } from '../../config/index.js'
import { searchNumbers } from '../../core/rate-report.js'
import type { SearchReport } from '../../core/report.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Places } from '../real/places.js'
import { prepareVariant } from '../real/variant.js'
import type { PublishedRace } from '../registry.js'
import { spreadOf } from '../series/figures.js'
import { type SearchMeans, seriesOf, surviving } from '../series/run-series.js'
import { createSeats } from '../spread/seats.js'
import type { CleanRun, EntryFigures, RealRuns, ZooFigures } from './figures.js'

export interface ZooOptions {
  readonly seeds: number
  /** That each repaired version has to survive. */
  readonly schedules: number
  /** In plain Node; 0: none. */
  readonly runs: number
  readonly patienceMs: number
  readonly jobs: number
  readonly places: Places
  readonly signal: AbortSignal
  readonly say: (text: string) => void
}

export interface Zoo {
  readonly figures: ZooFigures
  /** What is not as expected, or was kept from its end. */
  readonly problems: readonly string[]
}

/** Making small takes far longer than finding: a few seeds tell as much. */
const SMALL_OF = 20
/** Of the seeds, that have to find it: one race in twenty may hide from its budget. */
const FOUND_BY = 0.95

const FAULTY = 'faulty'

/** Searches first, as many at a time as there are jobs; then what runs in real time, with nothing else at work beside it. */
export const runZoo = async (races: readonly PublishedRace[], options: ZooOptions): Promise<Zoo> => {
  const means = { ...options, seats: createSeats(options.jobs) }
  const searched = await Promise.all(races.map((race) => searchEntry(race, means)))
  const entries: Record<string, EntryFigures> = {}
  const problems: string[] = []
  for (const { race, figures, report, problems: own } of searched) {
    const { name } = race.scenario
    const real = await realRuns(race.scenario, report, options)
    entries[name] = { ...figures, real: real.runs }
    const all = [...own, ...real.problems, ...(options.signal.aborted ? ['was interrupted before its end'] : [])]
    problems.push(...all.map((text) => `${name}: ${text}`))
    options.say(`${name}: ${all.length === 0 ? 'as expected' : 'NOT as expected'}`)
  }
  return { figures: { format: 1, entries }, problems }
}

type Means = ZooOptions & SearchMeans

interface Entry {
  readonly race: PublishedRace
  readonly figures: EntryFigures
  /** Of the first seed. */
  readonly report: SearchReport | null
  readonly problems: readonly string[]
}

const searchEntry = async (race: PublishedRace, means: Means): Promise<Entry> => {
  const { scenario, package: published, faulty, fixed, source } = race
  const { name, variants, expect = {} } = scenario
  const racy = { scenario: name, variant: FAULTY }
  const passing = Object.keys(variants).filter((variant) => (expect[variant] ?? 'pass') === 'pass')
  const [found, small, clean] = await Promise.all([
    seriesOf(racy, { ...means, strategy: 'portfolio' }),
    seriesOf(racy, { ...means, strategy: 'portfolio', seeds: Math.ceil(means.seeds / SMALL_OF), makesSmall: true }),
    Promise.all(passing.map((variant) => survive(name, variant, means))),
  ])
  const schedules = spreadOf(found.reports, ({ scheduleNumber }) => scheduleNumber)
  means.say(`${name}: found by ${schedules.found} of ${means.seeds} seeds`)
  return {
    race,
    report: found.reports[0] ?? null,
    figures: {
      ...{ package: published, faulty, fixed, source, expect: expect[FAULTY] ?? '', schedules },
      ms: spreadOf(found.reports, ({ foundMs }) => Math.round(foundMs)),
      left: spreadOf(small.reports, ({ holds, deviations }) => holds.length + deviations.length),
      clean: clean.map(({ run }) => run),
      real: null,
    },
    problems: [
      ...[found, small].flatMap(({ problem }) => problem ?? []),
      ...(schedules.found < means.seeds * FOUND_BY ? [`was found by ${schedules.found} of ${means.seeds} seeds`] : []),
      ...clean.flatMap(({ problems }) => problems),
    ],
  }
}

const survive = async (
  scenario: string,
  variant: string,
  means: Means,
): Promise<{ readonly run: CleanRun; readonly problems: readonly string[] }> => {
  const { report, problems } = await surviving({ scenario, variant, schedules: means.schedules }, means)
  const run = { variant, schedules: report.executions, findings: report.counterexamples.length }
  return { run, problems: problems.map((text) => `${variant}: ${text}`) }
}

interface Real {
  readonly runs: RealRuns | null
  readonly problems: readonly string[]
}

const realRuns = async ({ name, expect }: AnyScenario, report: SearchReport | null, options: ZooOptions): Promise<Real> => {
  const { runs, patienceMs, jobs: atOnce, places, signal } = options
  if (runs === 0 || signal.aborted || report === null) return { runs: null, problems: [] }
  const watchdogMs = SETTINGS.watchdog.fallback
  const target = { registered: name }
  const prepared = await prepareVariant({
    ...{ target, variant: FAULTY, seed: 0, runs, atOnce, patienceMs, watchdogMs, places, signal },
    request: { watchdogMs },
    searched: {
      ...{ target, scenario: name, variant: FAULTY, expect: expect?.[FAULTY] ?? null },
      ...{ numbers: searchNumbers(report), found: report.counterexamples[0] ?? null, problem: null },
    },
  })
  if (!('ready' in prepared)) return { runs: null, problems: textOf(prepared.problem) }
  const { report: rates, problem } = await prepared.ready.run()
  if (problem !== null) return { runs: null, problems: textOf(problem) }
  // A rate over the runs that happened to be over says less than it seems to.
  if (signal.aborted) return { runs: null, problems: [] }
  const { shown, unknown, ms, runs: done } = rates
  return { runs: { runs: done.length, shown, unknown, ms: Math.round(ms / Math.max(1, done.length)) }, problems: [] }
}

/** What only the simulated world has is no fault of the race's. */
const textOf = (problem: { readonly code: string; readonly text: string } | null): readonly string[] =>
  problem === null || problem.code === 'ONLY_SIMULATED' ? [] : [`in plain Node: ${problem.text}`]
