// Every published race over many seeds, the repaired version beside it, and the same callers in plain Node.
import { SETTINGS } from '../../config/index.js'
import { searchNumbers } from '../../core/rate-report.js'
import type { SearchReport } from '../../core/report.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Places } from '../real/places.js'
import { prepareVariant } from '../real/variant.js'
import type { PublishedRace } from '../registry.js'
import { type SearchMeans, seriesOf, surviving } from '../series/run-series.js'
import { createSeats } from '../spread/seats.js'
import { entryOf, type Searches } from './entry.js'
import { FAULTY, type FreshEntry, type FreshFigures, type RealRuns } from './figures.js'

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
  /** Of those races of which everything came to its end. */
  readonly figures: FreshFigures
  /** What is not as expected, or was kept from its end. */
  readonly problems: readonly string[]
}

/** Making small takes far longer than finding: a few seeds tell as much. */
const SMALL_OF = 20

/**
 * Searches first, as many at a time as there are jobs; then what runs in real time, with nothing else at work beside it. A race of which
 * not everything came to its end has no figures: half of them would say less than they seem to.
 */
export const runZoo = async (races: readonly PublishedRace[], options: ZooOptions): Promise<Zoo> => {
  const means = { ...options, seats: createSeats(options.jobs) }
  const searched = await Promise.all(races.map(async (race) => ({ race, searches: await searchesOf(race, means) })))
  const entries: Record<string, FreshEntry> = {}
  const problems: string[] = []
  for (const { race, searches } of searched) {
    const { name } = race.scenario
    const { figures, isFinished, problems: own } = entryOf(race, searches)
    const real = await realRuns(race.scenario, searches.found.reports[0] ?? null, options)
    const isWhole = isFinished && real.isFinished && !options.signal.aborted
    if (isWhole) entries[name] = real.runs === undefined ? figures : { ...figures, real: real.runs }
    const all = [...own, ...real.problems, ...(options.signal.aborted ? ['was interrupted before its end'] : [])]
    problems.push(...all.map((text) => `${name}: ${text}`))
    options.say(`${name}: ${all.length === 0 ? 'as expected' : 'NOT as expected'}`)
  }
  return { figures: { format: 1, entries }, problems }
}

type Means = ZooOptions & SearchMeans

const searchesOf = async ({ scenario }: PublishedRace, means: Means): Promise<Searches> => {
  const { name, variants, expect = {} } = scenario
  const racy = { scenario: name, variant: FAULTY }
  const passing = Object.keys(variants).filter((variant) => (expect[variant] ?? 'pass') === 'pass')
  const { seeds, schedules } = means
  const smallSeeds = Math.ceil(seeds / SMALL_OF)
  const [found, small, clean] = await Promise.all([
    seriesOf(racy, { ...means, strategy: 'portfolio' }),
    seriesOf(racy, { ...means, strategy: 'portfolio', seeds: smallSeeds, makesSmall: true }),
    Promise.all(
      passing.map(async (variant) => ({ variant, ...(await surviving({ scenario: name, variant, schedules }, means)) })),
    ),
  ])
  means.say(`${name}: found by ${found.reports.filter(({ met }) => met).length} of ${seeds} seeds`)
  return { found: { ...found, seeds }, small: { ...small, seeds: smallSeeds }, clean }
}

interface Real {
  /** `null`: it does not run there; `undefined`: nothing was measured. */
  readonly runs?: RealRuns | null
  readonly problems: readonly string[]
  readonly isFinished: boolean
}

const NOT_ASKED_FOR: Real = { problems: [], isFinished: true }
const unfinished = (...problems: string[]): Real => ({ problems, isFinished: false })

const realRuns = async ({ name, expect }: AnyScenario, report: SearchReport | null, options: ZooOptions): Promise<Real> => {
  const { runs, patienceMs, jobs: atOnce, places, signal } = options
  if (runs === 0) return NOT_ASKED_FOR
  if (signal.aborted || report === null) return unfinished()
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
  if (!('ready' in prepared)) return without(prepared.problem)
  const { report: rates, problem } = await prepared.ready.run()
  if (problem !== null) return without(problem)
  // A rate over the runs that happened to be over says less than it seems to.
  if (signal.aborted) return unfinished()
  const { shown, unknown, ms, runs: done } = rates
  return {
    runs: { runs: done.length, shown, unknown, ms: Math.round(ms / Math.max(1, done.length)) },
    problems: [],
    isFinished: true,
  }
}

/** What only the simulated world has is no fault of the race's. */
const without = (problem: { readonly code: string; readonly text: string } | null): Real =>
  problem?.code === 'ONLY_SIMULATED'
    ? { runs: null, problems: [], isFinished: true }
    : unfinished(...(problem === null ? [] : [`in plain Node: ${problem.text}`]))
