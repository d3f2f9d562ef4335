// A searched variant, run in the real world: what every command that does so begins with.
import type { SearchProgress } from '../../core/report.js'
import type { Row } from '../exit-code.js'
import type { Problem, Target } from '../messages.js'
import { runScenarios } from '../run-scenarios.js'
import type { RealRow } from './exit.js'
import type { Places } from './places.js'
import type { Hold, RealSettings } from './settings.js'
import { nothingRun, prepareVariant, type RateResult, type RealVariant, type VariantOptions } from './variant.js'

export interface Work {
  readonly settings: RealSettings
  /** Only this variant of each scenario. */
  readonly variant: string | undefined
  readonly places: Places
  readonly signal: AbortSignal
  readonly say: (progress: SearchProgress | string) => void
}

/** The simulated search for each variant, before anything runs for real: it would slow it down. */
export const searchFirst = (targets: readonly Target[], { settings, variant, signal, say }: Work): Promise<readonly Row[]> => {
  const { jobs, watchdogMs, fallbacks, strategy, seed, budget, schedules } = settings
  return runScenarios(targets, {
    settings: { strategy, seed, budget, schedules },
    ...(variant === undefined ? {} : { variant }),
    ...{ jobs, watchdogMs, fallbacks, signal },
    onProgress: say,
    onRow: () => {},
  })
}

/** What the real world is told of a searched variant. */
export const variantOf = ({ target, report, problem }: Row, { settings, places, signal, say }: Work): VariantOptions => {
  const { runs, seed, atOnce, patienceMs, watchdogMs, fallbacks, strategy, budget, schedules } = settings
  const { scenario, variant } = report
  return {
    ...{ target, variant, seed, runs, atOnce, patienceMs, watchdogMs, places, signal },
    settings: { strategy, seed, budget, schedules },
    request: { watchdogMs, fallbacks },
    search: report,
    searchProblem: problem,
    onRun: (finished) => say(`${scenario} / ${variant}  run ${finished} of ${runs}, in real time`),
  }
}

/** What the search cannot control may run all the same; a wrong input cannot. */
export const isFatal = (problem: Problem | null): problem is Problem =>
  problem !== null && (problem.fault === 'usage' || problem.fault === 'internal')

/** `named`: the scenario was named, so that it cannot be left out that nothing of it can be held. */
export const realRow = async (row: Row, work: Work, hold: Hold | null, named: boolean): Promise<RealRow> => {
  const options = variantOf(row, work)
  const nothing = (problem: Problem | null): RateResult => ({ report: nothingRun(options), problem })
  if (work.signal.aborted || isFatal(row.problem)) return nothing(row.problem)
  const prepared = await prepareVariant(options)
  if (!('ready' in prepared)) return nothing(work.signal.aborted ? null : prepared.problem)
  const { ready } = prepared
  if (hold === null) return ready.run()
  const order = await ready.order(hold.token)
  if (work.signal.aborted) return nothing(null)
  if ('problem' in order) return nothing(order.problem)
  if ('hold' in order) return ready.run({ held: order, holds: true })
  if (hold.token !== null || (named && ready.plan.transport === null)) return nothing(cannotHold(ready, order.reason))
  return withNote(await ready.run(), `nothing is held: ${order.reason}`)
}

const cannotHold = ({ plan }: RealVariant, reason: string): Problem => ({
  code: 'BAD_OPTION',
  fault: 'usage',
  text: `BAD_OPTION: --hold: nothing of ${plan.scenario} can be held\n  found:    ${reason}`,
})

const withNote = ({ report, problem }: RateResult, note: string): RateResult => ({
  report: { ...report, notes: [...report.notes, note] },
  problem,
})
