// A searched variant, run in the real world: what every command that does so begins with.
import type { Problem } from '../messages.js'
import type { RealRow } from './exit.js'
import type { Places } from './places.js'
import type { Searched, SearchWork } from './searched.js'
import type { Hold, RealSettings } from './settings.js'
import { nothingRun, prepareVariant, type RateResult, type RealVariant, type VariantOptions } from './variant.js'

export interface Work {
  readonly settings: RealSettings
  /** Only this variant of each scenario. */
  readonly variant: string | undefined
  readonly places: Places
  readonly signal: AbortSignal
  readonly say: (text: string) => void
}

/** What the search is told, before anything runs for real: beside it everything else would be slower. */
export const searchWork = ({ settings, variant, signal, say }: Work): SearchWork => {
  const { strategy, seed, budget, schedules, jobs, watchdogMs, fallbacks } = settings
  // It is compared by its numbers, which making small does not change.
  const search = { strategy, seed, budget, schedules, shrinkBudget: 0 }
  return { settings: search, variant, jobs, request: { watchdogMs, fallbacks }, signal, say }
}

/** What the real world is told of a searched variant. */
export const variantOf = (searched: Searched, { settings, places, signal, say }: Work): VariantOptions => {
  const { runs, seed, atOnce, patienceMs, watchdogMs, fallbacks } = settings
  const { target, scenario, variant } = searched
  return {
    ...{ target, variant, seed, runs, atOnce, patienceMs, watchdogMs, places, signal, searched },
    request: { watchdogMs, fallbacks },
    onRun: (finished) => say(`${scenario} / ${variant}  run ${finished} of ${runs}, in real time`),
  }
}

/** What the search cannot control may run all the same; a wrong input cannot. */
export const isFatal = (problem: Problem | null): problem is Problem =>
  problem !== null && (problem.fault === 'usage' || problem.fault === 'internal')

/** `named`: the scenario was named, so that it cannot be left out that nothing of it can be held. */
export const realRow = async (searched: Searched, work: Work, hold: Hold | null, named: boolean): Promise<RealRow> => {
  const options = variantOf(searched, work)
  const nothing = (problem: Problem | null): RateResult => ({ report: nothingRun(options), problem })
  if (work.signal.aborted || isFatal(searched.problem)) return nothing(searched.problem)
  const prepared = await prepareVariant(options)
  if (!('ready' in prepared)) return nothing(prepared.problem)
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
