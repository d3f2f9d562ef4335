// The report of a search that was spread over processes, whatever became of them.
import type { SearchReport } from '../../core/report.js'
import { DEFAULT_SCHEDULES, halfDone, isSpent, reportOf, type Shard, stoppedBy, withTokens } from '../../search/index.js'
import { encodeShard } from '../merge/shard-data.js'
import type { ScenarioFacts, SearchSettings, Target } from '../messages.js'
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
  /** Which part of the search it is; absent: all of it. */
  readonly shard?: Shard | undefined
  /** As whoever merges parts finds it. */
  readonly target: Target
  /** One variant was named. */
  readonly named: boolean
}

export const spreadReport = (end: SpreadEnd, facts: SpreadFacts): SearchReport => {
  const report = wholeReport(end, facts)
  return facts.shard === undefined ? report : { ...report, shard: { ...facts.shard, seen: seenBy(end, facts) } }
}

const wholeReport = (end: SpreadEnd, facts: SpreadFacts): SearchReport => {
  const { known, finding, counterexamples, problem, notes } = end
  const { settings, interrupted, shard } = facts
  // What was kept before something went wrong is not lost.
  const isKept = settings.keepGoing === true && counterexamples.length > 0
  const account = known?.plan.account()
  const isFailing = finding !== null || (account?.findings.length ?? 0) > 0
  const isLost = (problem !== null && !isKept) || (isFailing && counterexamples.length === 0)
  if (known === null || account === undefined || isLost) return unfinished(end, facts)
  const { plan, budget, worker } = known
  const isFound = finding !== null
  return reportOf(
    { subject: worker.facts, runtime: worker.runtime, strategy: settings.strategy, seed: settings.seed, race: settings.race },
    {
      account,
      counterexamples,
      stopped: stoppedBy({ found: isFound, interrupted, spent: budget.isOver() || isSpent(account, plan.allowance) }),
      ms: budget.elapsedMs(),
      notes: interrupted ? [...notes, ...halfDone(counterexamples)] : notes,
      partial: shard !== undefined,
    },
  )
}

const unfinished = ({ known, problem, notes }: SpreadEnd, { label, scenario, variant, settings }: SpreadFacts): SearchReport => {
  const { executions, distinct } = known?.plan.account() ?? { executions: 0, distinct: 0 }
  const progress = { scenario: label, variant: variant ?? '', executions, distinct, ms: known?.budget.elapsedMs() ?? 0, done: 0 }
  const named = variant ?? scenario?.variants[0] ?? null
  const report = unfinishedReport({ label, scenario, variant: named, progress, settings }, problem)
  // That others took the place of one is no news where they died too.
  return problem?.code === 'WORKER_DIED' ? report : { ...report, notes: [...report.notes, ...notes] }
}

const seenBy = ({ known, counterexamples, problem, notes }: SpreadEnd, facts: SpreadFacts): string | null => {
  if (known === null) return null
  const { settings, interrupted, target, named } = facts
  const { keepGoing = false } = settings
  const { worker, plan, budget } = known
  return encodeShard({
    format: 1,
    target,
    subject: worker.facts,
    runtime: worker.runtime,
    strategy: settings.strategy,
    seed: settings.seed,
    budget: settings.budget,
    schedules: settings.schedules ?? DEFAULT_SCHEDULES,
    named,
    race: settings.race ?? null,
    keepGoing,
    shares: keepGoing ? withTokens(plan.accounts(), counterexamples) : plan.accounts(),
    // What fails after all shares is behind them.
    broken: problem === null ? null : { share: plan.end?.share ?? Number.MAX_SAFE_INTEGER, problem },
    interrupted,
    ms: budget.elapsedMs(),
    notes,
  })
}
