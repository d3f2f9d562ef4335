// `crosswire registry`: every variant over many seeds, as the table that the documentation shows.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SETTINGS } from '../../config/index.js'
import type { SearchReport } from '../../core/report.js'
import type { AnyScenario } from '../../core/scenario.js'
import { wholeNumber } from '../../search/index.js'
import { EXIT } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import type { Message } from '../messages.js'
import { runTask } from '../process/outcome.js'
import { registry } from '../registry.js'
import { type SeriesRow, seriesTable } from '../series-table.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import { searchVariant } from '../spread/search-variant.js'
import { createSeats, type Seats } from '../spread/seats.js'
import type { Context } from './context.js'

export interface RegistryCommandOptions extends Pick<SettingsOptions, 'jobs'> {
  readonly seeds?: string
  /** A file in the place of stdout. */
  readonly out?: string
}

const SEEDS = 100
/** Executions after which a variant that has a race counts as not found. */
const SEARCH_AT_MOST = 5000
/** Executions that a variant without a race has to survive. */
const SURVIVE = 20_000
const STRATEGIES = ['portfolio', 'random'] as const

/** Returns 0 where every variant with a race is found by every seed and every other one survives, 1 where not. */
export const registryTable = async (options: RegistryCommandOptions, { cwd, env, terminal }: Context): Promise<number> => {
  const seeds = wholeNumber('number of seeds', options.seeds ?? String(SEEDS), { min: 1, max: 100_000 })
  const { jobs } = await settingsOf(options, { cwd, env })
  const scenarios = await registry()
  const plans = scenarios.flatMap(plansOf)
  const rows = await interruptible((signal) => runAll(plans, { seeds, jobs, signal, say: (text) => terminal.err(text) }))
  const table = seriesTable(rows, seeds)
  if (options.out === undefined) terminal.out(table)
  else writeFileSync(resolve(cwd, options.out), table)
  return rows.every(({ fine }) => fine) ? EXIT.ok : EXIT.raceFound
}

interface Plan {
  readonly scenario: string
  readonly variant: string
  readonly expect: string
}

const plansOf = ({ name, variants, expect = {} }: AnyScenario): Plan[] =>
  Object.keys(variants).map((variant) => ({ scenario: name, variant, expect: expect[variant] ?? 'pass' }))

interface Means {
  readonly seeds: number
  readonly jobs: number
  readonly seats: Seats
  readonly signal: AbortSignal
}

interface RunOptions extends Omit<Means, 'seats'> {
  readonly say: (text: string) => void
}

const runAll = (plans: readonly Plan[], { say, ...options }: RunOptions): Promise<SeriesRow[]> => {
  const means = { ...options, seats: createSeats(options.jobs) }
  return Promise.all(
    plans.map(async (plan) => {
      const row = await (plan.expect === 'pass' ? survive(plan, means) : find(plan, means))
      say(`${plan.scenario} / ${plan.variant}: ${row.fine ? 'as expected' : 'NOT as expected'}`)
      return row
    }),
  )
}

/** One long search, which gets whatever seats are free. */
const survive = async (plan: Plan, { jobs, seats, signal }: Means): Promise<SeriesRow> => {
  const { report, problem } = await searchVariant({
    target: { registered: plan.scenario },
    variant: plan.variant,
    settings: { strategy: STRATEGIES[0], seed: 0, budget: { executions: SURVIVE } },
    watchdogMs: SETTINGS.watchdog.fallback,
    named: false,
    ...{ jobs, seats, signal },
  })
  const problems = problem === null ? [] : [problem.text]
  return {
    ...plan,
    reports: { [STRATEGIES[0]]: [report] },
    problems,
    fine: problem === null && report.met && report.stopped !== 'interrupted',
  }
}

/** Many short ones: all seeds of a strategy in one process. */
const find = async (plan: Plan, means: Means): Promise<SeriesRow> => {
  const all = await Promise.all(STRATEGIES.map((strategy) => series(plan, strategy, means)))
  const problems = all.flatMap(({ problem }) => problem ?? [])
  const isFine = ({ found }: { readonly found: readonly SearchReport[] }): boolean =>
    found.length === means.seeds && found.every(({ met }) => met)
  const reports = Object.fromEntries(STRATEGIES.map((strategy, i) => [strategy, all[i]?.found ?? []]))
  return { ...plan, reports, problems, fine: problems.length === 0 && all.every(isFine) }
}

const series = async ({ scenario, variant }: Plan, strategy: string, { seeds, seats, signal }: Means) => {
  const found: SearchReport[] = []
  const settings = { strategy, seed: 0, budget: { executions: SEARCH_AT_MOST } }
  const request = {
    target: { registered: scenario },
    task: { kind: 'series', variant, settings, seeds: Array.from({ length: seeds }, (_, seed) => seed) },
    parentPid: process.pid,
    watchdogMs: SETTINGS.watchdog.fallback,
  } as const
  const onMessage = (message: Message) => void (message.type === 'report' && found.push(message.report))
  const { problem } = await seats.inOne(() => runTask(request, { signal, onMessage }))
  return { found, problem: problem?.text ?? null }
}
