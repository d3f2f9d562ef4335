// Every variant over many seeds: the searches behind the figures of the registry.
import { SETTINGS } from '../../config/index.js'
import type { SearchReport } from '../../core/report.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Message } from '../messages.js'
import { runTask } from '../process/outcome.js'
import { searchVariant } from '../spread/search-variant.js'
import { createSeats, type Seats } from '../spread/seats.js'
import { cleanFigures, type Figures, racyFigures, type VariantFigures } from './figures.js'

export interface SeriesOptions {
  readonly seeds: number
  /** Processes at the same time. */
  readonly jobs: number
  /** Interrupts: what is not finished is a problem of its variant. */
  readonly signal: AbortSignal
  /** Told of each variant as it is done. */
  readonly say: (text: string) => void
}

export interface Series {
  /** Of those that came to their end, and to what they should. */
  readonly figures: Figures
  /** What kept a variant's series from its end, or what it should have come to. */
  readonly problems: readonly string[]
}

/** Executions after which a variant that has a race counts as not found. */
const SEARCH_AT_MOST = 5000
/** Executions that a variant without a race has to survive. */
const SURVIVE = 20_000
/** Making small takes far longer than finding: a tenth of the seeds tells as much. */
const SMALL_OF = 10

export const runSeries = async (scenarios: readonly AnyScenario[], options: SeriesOptions): Promise<Series> => {
  const means = { ...options, seats: createSeats(options.jobs) }
  const done = await Promise.all(
    scenarios.flatMap(plansOf).map(async (plan) => {
      const one = await (plan.expect === 'pass' ? survive(plan, means) : find(plan, means))
      options.say(`${plan.name}: ${one.problems.length === 0 ? 'as expected' : 'NOT as expected'}`)
      return { ...one, name: plan.name }
    }),
  )
  const fine = done.filter(({ problems }) => problems.length === 0)
  const variants = Object.fromEntries(fine.map(({ name, figures }) => [name, figures]))
  const problems = done.flatMap(({ name, problems }) => problems.map((text) => `${name}: ${text}`))
  return { figures: { format: 1, variants }, problems }
}

interface Plan {
  readonly name: string
  readonly scenario: string
  readonly variant: string
  readonly expect: string
}

const plansOf = ({ name: scenario, variants, expect = {} }: AnyScenario): Plan[] =>
  Object.keys(variants).map((variant) => ({
    ...{ name: `${scenario}/${variant}`, scenario, variant },
    expect: expect[variant] ?? 'pass',
  }))

interface Means extends SeriesOptions {
  readonly seats: Seats
}

interface Searched {
  readonly scenario: string
  readonly variant: string
}

export interface SearchMeans extends Pick<SeriesOptions, 'jobs' | 'signal'> {
  readonly seats: Seats
}

export interface Surviving {
  readonly report: SearchReport
  readonly problems: readonly string[]
  /** Nothing kept the search from its end, whatever it has found. */
  readonly isFinished: boolean
}

/** One long search, which gets whatever seats are free. */
export const surviving = async (
  { scenario, variant, schedules }: Searched & { readonly schedules: number },
  { jobs, seats, signal }: SearchMeans,
): Promise<Surviving> => {
  const { report, problem } = await searchVariant({
    target: { registered: scenario },
    variant,
    settings: { strategy: 'portfolio', seed: 0, budget: { executions: schedules } },
    watchdogMs: SETTINGS.watchdog.fallback,
    named: false,
    ...{ jobs, seats, signal },
  })
  const problems = [...(problem === null ? [] : [problem.text]), ...(report.met ? [] : [`ended as ${report.outcome}`])]
  const isInterrupted = report.stopped === 'interrupted'
  return {
    report,
    problems: isInterrupted ? [...problems, 'was interrupted'] : problems,
    isFinished: problem === null && !isInterrupted,
  }
}

interface Done {
  readonly figures: VariantFigures
  readonly problems: readonly string[]
}

const survive = async ({ scenario, variant }: Plan, means: Means): Promise<Done> => {
  const { report, problems } = await surviving({ scenario, variant, schedules: SURVIVE }, means)
  return { figures: cleanFigures(report), problems }
}

/** Many short ones: all seeds of a strategy in one process. */
const find = async (plan: Plan, means: Means): Promise<Done> => {
  const [portfolio, random, small] = await Promise.all([
    seriesOf(plan, { ...means, strategy: 'portfolio' }),
    seriesOf(plan, { ...means, strategy: 'random' }),
    seriesOf(plan, { ...means, strategy: 'portfolio', seeds: Math.ceil(means.seeds / SMALL_OF), makesSmall: true }),
  ])
  const figures = racyFigures({
    ...{ expect: plan.expect, portfolio: portfolio.reports, random: random.reports, small: small.reports },
  })
  const missed = [figures.portfolio, figures.random].some(({ found }) => found < means.seeds)
  const problems = [portfolio, random, small].flatMap(({ problem }) => problem ?? [])
  return { figures, problems: missed ? [...problems, 'was not found by every seed'] : problems }
}

interface SeriesMeans extends SearchMeans {
  readonly seeds: number
  readonly strategy: string
  /** Default false. */
  readonly makesSmall?: boolean
}

/** One search for each seed from 0, all of them in one process; what kept them from their end, if anything did. */
export const seriesOf = async (
  { scenario, variant }: Searched,
  { strategy, seeds, seats, signal, makesSmall = false }: SeriesMeans,
) => {
  const reports: SearchReport[] = []
  const settings = { strategy, seed: 0, budget: { executions: SEARCH_AT_MOST }, ...(makesSmall ? {} : { shrinkBudget: 0 }) }
  const request = {
    target: { registered: scenario },
    task: { kind: 'series', variant, settings, seeds: Array.from({ length: seeds }, (_, seed) => seed) },
    parentPid: process.pid,
    watchdogMs: SETTINGS.watchdog.fallback,
  } as const
  const onMessage = (message: Message) => void (message.type === 'report' && reports.push(message.report))
  const { problem } = await seats.inOne(() => runTask(request, { signal, onMessage }))
  return { reports, problem: problem?.text ?? null }
}
