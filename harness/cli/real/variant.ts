// One variant in the real world: what there is to run, an order where one is to be held, the runs, and their report.
import { type RateReport, type SearchNumbers, searchNumbers } from '../../core/rate-report.js'
import type { SearchReport } from '../../core/report.js'
import type { TokenContent } from '../../search/index.js'
import type { Problem, Request, SearchSettings } from '../messages.js'
import { type Held, heldOrder } from './held-order.js'
import type { Plan } from './messages.js'
import { ratesOf } from './rates.js'
import { planSeries, runSeries, type Series, type SeriesOptions, type SeriesWork } from './series.js'

export interface VariantOptions extends SeriesOptions {
  /** Of the simulated search. */
  readonly settings: SearchSettings
  readonly request: Pick<Request, 'watchdogMs' | 'fallbacks'>
  /** What the search has come to. */
  readonly search: SearchReport
  /** What kept the search from its end. */
  readonly searchProblem: Problem | null
}

/** A variant, ready to be run as often as one likes. */
export interface RealVariant {
  readonly plan: Plan
  /** Workloads drawn from the seed, or the one that is held for; the order is held, or not. */
  run(work?: HeldWork): Promise<RateResult>
  /** What is to be held, or why nothing is. */
  order(token: TokenContent | null): ReturnType<typeof heldOrder>
}

export interface HeldWork {
  readonly held: Held
  /** `false`: the same callers, for comparison. */
  readonly holds: boolean
}

export interface RateResult {
  readonly report: RateReport
  readonly problem: Problem | null
}

/** `problem`: nothing can be run. */
export const prepareVariant = async (
  options: VariantOptions,
): Promise<{ readonly ready: RealVariant } | { readonly problem: Problem | null }> => {
  const { plan, problem } = await planSeries(options)
  if (plan === null) return { problem }
  const { target, variant, settings, request, signal } = options
  return {
    ready: {
      plan,
      order: (token) => heldOrder(token, { target, variant, plan, settings, request, signal }),
      async run(work) {
        const series = await runSeries(options, workOf(plan, work))
        return { report: reportOf(options, { plan, series, work }), problem: series.problem }
      },
    },
  }
}

const workOf = ({ workloads }: Plan, work: HeldWork | undefined): SeriesWork => {
  if (work === undefined) return { workloads }
  const { workload, hold } = work.held
  return { workloads: [workload], ...(work.holds ? { hold } : {}) }
}

interface RunWork {
  readonly plan: Plan
  readonly series: Series
  readonly work: HeldWork | undefined
}

const reportOf = (options: VariantOptions, { plan, series, work }: RunWork): RateReport => {
  const { variant, seed, runs, signal, search, searchProblem } = options
  const isSame = work === undefined || work.holds
  return ratesOf({
    plan,
    variant,
    seed,
    asked: runs,
    finished: series.finished,
    interrupted: signal.aborted,
    hold: work?.holds === true ? work.held.hold : null,
    search: searchNumbers(search),
    notes: [
      ...plan.notes,
      ...(isSame ? [] : ['the callers of the counterexample, without holding']),
      ...(searchProblem === null ? [] : [`the simulated search could not say anything: ${searchProblem.text.split('\n')[0]}`]),
    ],
  })
}

/** Of a variant that could not be run. */
export const nothingRun = (options: VariantOptions): RateReport => {
  const { variant, seed, runs, signal, search } = options
  const { scenario, expect } = search
  const plan: Plan = { scenario, expect, transport: null, clientTimeoutMs: null, workloads: [], notes: [] }
  const numbers: SearchNumbers = searchNumbers(search)
  const interrupted = signal.aborted
  return ratesOf({ plan, variant, seed, asked: runs, finished: [], interrupted, hold: null, search: numbers, notes: [] })
}
