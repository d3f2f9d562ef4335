// The report of a search that never came to one: what is known of it, and why nothing can be said.
import { type SearchProgress, type SearchReport, worthOf } from '../core/report.js'
import type { Problem, ScenarioFacts, SearchSettings } from './messages.js'

export interface UnfinishedSearch {
  /** What stands for a scenario whose name is not known. */
  readonly label: string
  readonly scenario: ScenarioFacts | null
  readonly variant: string | null
  /** Where it stood when it was last heard of. */
  readonly progress: SearchProgress | null
  readonly settings: SearchSettings
}

/** `problem`: what ended it; `null`: it was interrupted. */
export const unfinishedReport = (search: UnfinishedSearch, problem: Problem | null): SearchReport => {
  const { label, scenario, progress, settings } = search
  const { executions = 0, distinct = 0, ms = 0 } = progress ?? {}
  const variant = search.variant ?? ''
  const message = problem?.text.split('\n')[0] ?? 'interrupted before anything could be said'
  const oracle = problem === null ? 'interrupted' : problem.code === 'WATCHDOG' ? 'out-of-control' : problem.code
  return {
    format: 1,
    scenario: scenario?.name ?? label,
    variant,
    expect: scenario?.expect?.[variant] ?? null,
    outcome: 'unknown',
    met: false,
    runtime: 'node',
    strategy: settings.strategy,
    seed: settings.seed,
    executions,
    distinct,
    workloads: 0,
    ms,
    stopped: 'interrupted',
    counterexamples: [],
    unknowns: [{ verdict: { oracle, outcome: 'unknown', message }, count: 1 }],
    worth: worthOf(executions, distinct, 0),
    notes: problem === null ? [] : [problem.text],
  }
}
