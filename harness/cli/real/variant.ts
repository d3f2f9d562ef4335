// One variant in the real world: what there is to run, an order where one is to be held, the runs, and their report.
import type { RateReport } from '../../core/rate-report.js'
import type { TokenContent } from '../../search/index.js'
import type { Problem, Request } from '../messages.js'
import { type Held, type HoldResult, heldOrder } from './held-order.js'
import type { Plan } from './messages.js'
import { ratesOf } from './rates.js'
import type { Searched } from './searched.js'
import { planSeries, runSeries, type Series, type SeriesOptions, type SeriesWork } from './series.js'

export interface VariantOptions extends SeriesOptions {
  readonly searched: Searched
  readonly request: Pick<Request, 'watchdogMs' | 'fallbacks'>
}

/** A variant, ready to be run as often as one likes. */
export interface RealVariant {
  readonly plan: Plan
  /** Workloads drawn from the seed, or the one that is held for; the order is held, or not. */
  run(work?: HeldWork): Promise<RateResult>
  /** What is to be held, or why nothing is. */
  order(token: TokenContent | null): Promise<HoldResult>
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

/** `problem`: nothing can be run; `null` where it was interrupted. */
export const prepareVariant = async (
  options: VariantOptions,
): Promise<{ readonly ready: RealVariant } | { readonly problem: Problem | null }> => {
  const { plan, problem } = await planSeries(options)
  if (plan === null) return { problem: options.signal.aborted ? null : problem }
  const { target, request, signal, searched } = options
  return {
    ready: {
      plan,
      order: (token) => heldOrder(token, { target, plan, found: searched.found, request, signal }),
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
  const { variant, seed, runs, signal, searched } = options
  const { numbers, problem } = searched
  return ratesOf({
    ...{ plan, variant, seed, asked: runs, finished: series.finished, interrupted: signal.aborted, search: numbers },
    hold: work?.holds === true ? work.held.hold : null,
    notes: [
      ...plan.notes,
      ...(work === undefined || work.holds ? [] : ['the callers of the counterexample, without holding']),
      ...(problem === null ? [] : [`the simulated search could not say anything: ${problem.text.split('\n')[0]}`]),
    ],
  })
}

/** Of a variant that could not be run. */
export const nothingRun = ({ variant, seed, runs, signal, searched }: VariantOptions): RateReport => {
  const { scenario, expect, numbers } = searched
  const plan: Plan = { scenario, expect, transport: null, clientTimeoutMs: null, workloads: [], notes: [] }
  return ratesOf({
    ...{ plan, variant, seed, asked: runs, finished: [], interrupted: signal.aborted, search: numbers },
    ...{ hold: null, notes: [] },
  })
}
