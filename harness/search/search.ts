// The search: draws workloads, explores each under many schedules, and makes what it has found small and certain.
import { type HarnessError, isHarnessError } from '../core/errors.js'
import type { Counterexample, SearchReport } from '../core/report.js'
import { findingOf, numbered } from './account.js'
import { type Budget, startBudget } from './budget.js'
import type { Finding } from './finding.js'
import { createHunt, type During, type Hunt } from './hunt.js'
import { byKind, untoldNotes } from './kinds.js'
import { distinct } from './make-distinct.js'
import { DEFAULT_BUDGET, DEFAULT_SCHEDULES, type SearchOptions } from './options.js'
import { createPlan, type Plan } from './plan.js'
import { nowAndThen } from './progress.js'
import { halfDone, isSpent, reportOf, stoppedBy } from './report.js'
import type { SearchSubject } from './subject.js'
import { factsOf, type SubjectFacts } from './subject-facts.js'
import { supplyOf } from './supply.js'

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
  const supply = supplyOf({ budget: spec, schedules, strategy: options.strategy, whole: facts.whole })
  const { keepGoing = false } = options
  const plan = createPlan({ supply, recorded: facts.recordsOperations, keepGoing })
  const found = await exploreAll(hunt, { plan, budget, options, facts })
  const account = plan.account()
  const finding = keepGoing ? null : findingOf(account, race)
  const kept = keepGoing ? await eachOf(account.findings, hunt) : []
  const ended = finding === null ? [] : await ofFinding(finding, found, hunt)
  const counterexamples = keepGoing ? distinct(kept, facts.expect) : ended
  const interrupted = options.signal?.aborted === true
  return reportOf(
    { subject: facts, runtime: options.runtime.name, strategy: options.strategy.name, seed: options.seed, race },
    {
      account,
      counterexamples,
      stopped: stoppedBy({
        found: finding !== null,
        interrupted,
        spent: budget.isOver() || isSpent(account, plan.allowance),
      }),
      ms: budget.elapsedMs(),
      notes: [...(interrupted ? halfDone(counterexamples) : []), ...(keepGoing ? untoldNotes(account.findings, kept) : [])],
    },
  )
}

/** A failure that is not the one looked for is made small only now: it counts where nothing else has come. */
const ofFinding = async (finding: Finding, found: readonly Counterexample[], hunt: Hunt): Promise<readonly Counterexample[]> =>
  numbered(found.length > 0 ? found : [await hunt.counterexample(finding)], finding)

/** Rejects where none of the kinds can be had again; one that can is not lost for those that cannot. */
const eachOf = async (findings: readonly Finding[], hunt: Hunt): Promise<readonly Counterexample[]> => {
  const made: Counterexample[] = []
  const problems: HarnessError[] = []
  for (const kind of byKind(findings)) {
    try {
      made.push(...(await hunt.distinct(kind)))
    } catch (error) {
      if (!isHarnessError(error)) throw error
      problems.push(error)
    }
  }
  if (made.length === 0 && problems[0] !== undefined) throw problems[0]
  return made
}

interface Running {
  readonly plan: Plan
  readonly budget: Budget
  readonly options: SearchOptions
  readonly facts: SubjectFacts
}

/** Resolves with the counterexamples of what it was looking for, in the order of the shares. */
const exploreAll = async (hunt: Hunt, running: Running): Promise<readonly Counterexample[]> => {
  const { plan, budget, options } = running
  const during: During = {
    mayGoOn: () => !budget.isOver(),
    elapsedMs: budget.elapsedMs,
    isFinal: async () => true,
    seen: progressOf(running),
  }
  const found: Counterexample[] = []
  for (let share = plan.take(); share !== null; share = plan.take()) {
    const { account, counterexamples } = await hunt.explore(share, during)
    plan.settle(share, account)
    found.push(...counterexamples)
    if (options.signal?.aborted === true || budget.isOver()) plan.stop()
  }
  return found
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
