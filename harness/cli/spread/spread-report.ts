// The report of a search that was spread over processes, whatever became of them.
import type { SearchReport } from '../../core/report.js'
import { numbered, reportOf, stoppedBy } from '../../search/index.js'
import type { ScenarioFacts, SearchSettings } from '../messages.js'
import { unfinishedReport } from '../unfinished-report.js'
import type { SpreadEnd } from './spread-search.js'

export interface SpreadFacts {
  /** What stands for a scenario whose name is not known. */
  readonly label: string
  readonly scenario: ScenarioFacts | null
  /** `null`: the first one of the scenario. */
  readonly variant: string | null
  readonly settings: SearchSettings
  readonly interrupted: boolean
}

export const spreadReport = (end: SpreadEnd, facts: SpreadFacts): SearchReport => {
  const { known, finding, counterexample, problem, notes } = end
  const { settings, interrupted } = facts
  if (known === null || problem !== null || (finding !== null && counterexample === null)) return unfinished(end, facts)
  const { plan, budget, worker } = known
  const account = plan.account()
  const isFound = finding !== null && counterexample !== null
  return reportOf(
    { subject: worker.facts, runtime: worker.runtime, strategy: settings.strategy, seed: settings.seed, race: settings.race },
    {
      account,
      counterexamples: isFound ? [numbered(counterexample, finding)] : [],
      stopped: stoppedBy({ found: isFound, interrupted, spent: budget.spent(account.executions) }),
      ms: budget.elapsedMs(),
      notes,
    },
  )
}

const unfinished = ({ known, problem, notes }: SpreadEnd, { label, scenario, variant, settings }: SpreadFacts): SearchReport => {
  const { executions, distinct } = known?.plan.account() ?? { executions: 0, distinct: 0 }
  const progress = { scenario: label, variant: variant ?? '', executions, distinct, ms: known?.budget.elapsedMs() ?? 0, done: 0 }
  const named = variant ?? scenario?.variants[0] ?? null
  const report = unfinishedReport({ label, scenario, variant: named, progress, settings }, problem)
  return { ...report, notes: [...report.notes, ...notes] }
}
