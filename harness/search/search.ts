// The search: draws workloads, explores each under many schedules, and makes the first failure small and certain.
import type { Counterexample, SearchReport } from '../core/report.js'
import { findingOf, numbered } from './account.js'
import { type Budget, startBudget } from './budget.js'
import { createHunt, type During, type Hunt } from './hunt.js'
import { DEFAULT_BUDGET, DEFAULT_SCHEDULES, type SearchOptions } from './options.js'
import { createPlan, type Plan } from './plan.js'
import { nowAndThen } from './progress.js'
import { reportOf, stoppedBy } from './report.js'
import { cutOf } from './share.js'
import type { SearchSubject } from './subject.js'
import { factsOf, type SubjectFacts } from './subject-facts.js'

/**
 * Searches in this process, share by share. Rejects with a `HarnessError` where nothing can be said about the subject: what the
 * runtime refuses by name, `STATE_LEAKED_BETWEEN_EXECUTIONS` (canary, or a finding that cannot be had again), `NOT_DETERMINISTIC`,
 * `BAD_OPTION` (`race`). A failing subject is a report.
 */
export const search = async (subject: SearchSubject, options: SearchOptions): Promise<SearchReport> => {
  const { budget: spec = DEFAULT_BUDGET, schedulesPerWorkload: schedules = DEFAULT_SCHEDULES, race } = options
  const facts = factsOf(subject)
  const hunt = createHunt(subject, options)
  const budget = startBudget(spec)
  const cut = cutOf({ budget: spec, schedules, draws: options.strategy.draws, whole: facts.whole })
  const plan = createPlan({ cut, recorded: facts.recordsOperations })
  const found = await exploreAll(hunt, { plan, budget, options, facts })
  const account = plan.account()
  const finding = findingOf(account, race)
  const counterexample = finding === null ? null : numbered(found ?? (await hunt.counterexample(finding)), finding)
  return reportOf(
    { subject: facts, runtime: options.runtime.name, strategy: options.strategy.name, seed: options.seed, race },
    {
      account,
      counterexamples: counterexample === null ? [] : [counterexample],
      stopped: stoppedBy({
        found: counterexample !== null,
        interrupted: options.signal?.aborted === true,
        spent: budget.spent(account.executions),
      }),
      ms: budget.elapsedMs(),
    },
  )
}

interface Running {
  readonly plan: Plan
  readonly budget: Budget
  readonly options: SearchOptions
  readonly facts: SubjectFacts
}

/** Resolves with the counterexample of what it was looking for. */
const exploreAll = async (hunt: Hunt, running: Running): Promise<Counterexample | null> => {
  const { plan, budget, options } = running
  const during: During = {
    mayGoOn: () => !budget.isOver(),
    elapsedMs: budget.elapsedMs,
    isFinal: async () => true,
    seen: progressOf(running),
  }
  for (let share = plan.take(); share !== null; share = plan.take()) {
    const { account, counterexample } = await hunt.explore(share, during)
    plan.settle(share, account)
    if (counterexample !== null) return counterexample
    if (options.signal?.aborted === true || budget.isOver()) plan.stop()
  }
  return null
}

const progressOf = ({ plan, budget, options: { onProgress }, facts }: Running): During['seen'] => {
  if (onProgress === undefined) return undefined
  const { scenario, variant } = facts
  return nowAndThen((inShare: number, distinctInShare: number) => {
    const executions = plan.progress.executions + inShare
    const distinct = plan.progress.distinct + distinctInShare
    onProgress({ scenario, variant, executions, distinct, ms: budget.elapsedMs(), done: budget.done(executions) })
  })
}
