// `crosswire registry`: every variant over many seeds, as the table that the documentation shows.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SETTINGS } from '../../config/index.js'
import type { SearchReport } from '../../core/report.js'
import type { AnyScenario } from '../../core/scenario.js'
import { wholeNumber } from '../../search/index.js'
import { EXIT } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import type { SearchSettings } from '../messages.js'
import { runTask } from '../process/outcome.js'
import { registry } from '../registry.js'
import { type SeriesRow, seriesTable } from '../series-table.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import { createSeats } from '../spread/seats.js'
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
  readonly signal: AbortSignal
  readonly say: (text: string) => void
}

const runAll = async (plans: readonly Plan[], means: Means): Promise<SeriesRow[]> => {
  const seats = createSeats(means.jobs)
  const rows: SeriesRow[] = []
  for (const [index, plan] of plans.entries()) {
    seats.add(async () => {
      rows[index] = await rowOf(plan, means)
      means.say(`${plan.scenario} / ${plan.variant}: ${rows[index].fine ? 'as expected' : 'NOT as expected'}`)
    })
  }
  await seats.idle()
  return rows
}

const rowOf = async (plan: Plan, { seeds, signal }: Means): Promise<SeriesRow> => {
  const isClean = plan.expect === 'pass'
  const count = isClean ? 1 : seeds
  const budget = { executions: isClean ? SURVIVE : SEARCH_AT_MOST }
  const reports: Record<string, readonly SearchReport[]> = {}
  const problems: string[] = []
  for (const strategy of isClean ? STRATEGIES.slice(0, 1) : STRATEGIES) {
    const { found, problem } = await series(plan, { strategy, seed: 0, budget }, { count, signal })
    reports[strategy] = found
    if (problem !== null) problems.push(problem)
  }
  const fine = problems.length === 0 && Object.values(reports).every((all) => all.length === count && all.every(({ met }) => met))
  return { ...plan, reports, problems, fine }
}

const series = async ({ scenario, variant }: Plan, settings: SearchSettings, means: { count: number; signal: AbortSignal }) => {
  const found: SearchReport[] = []
  const { count, signal } = means
  const { problem } = await runTask(
    {
      target: { registered: scenario },
      task: { kind: 'series', variant, settings, seeds: Array.from({ length: count }, (_, seed) => seed) },
      parentPid: process.pid,
      watchdogMs: SETTINGS.watchdog.fallback,
    },
    { signal, onMessage: (message) => void (message.type === 'report' && found.push(message.report)) },
  )
  return { found, problem: problem?.text ?? null }
}
