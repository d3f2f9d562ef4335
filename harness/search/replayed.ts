// A replay as reports show it: it has found nothing and shrunk nothing.
import { isHold } from '../core/policy.js'
import { type Counterexample, type SearchReport, worthOf } from '../core/report.js'
import type { ReplayResult } from './replay.js'
import { encodeToken, type TokenContent } from './token.js'

export const replayedCounterexample = (token: TokenContent, { execution, verdicts, verdict }: ReplayResult): Counterexample => ({
  verdict: verdict ?? { oracle: 'none', outcome: 'pass', message: 'it passes now' },
  verdicts,
  execution,
  workload: token.workload,
  holds: token.policy.deviations.filter(isHold).map((hold) => ({ ...hold, without: null })),
  deviations: token.policy.deviations.filter((change) => !isHold(change)),
  scheduleNumber: 0,
  foundMs: 0,
  strategy: 'replay',
  race: null,
  shrink: null,
  token: encodeToken(token),
})

/** A replay in the form of a search that executed once; `result` has not diverged. `seed` is the one that a search would have had. */
export const replayedReport = (token: TokenContent, result: ReplayResult, seed: number): SearchReport => {
  const outcome = result.outcome === 'fails' ? 'fail' : 'pass'
  return {
    format: 1,
    scenario: token.id,
    variant: token.variant ?? '',
    expect: null,
    outcome,
    met: outcome === 'pass',
    runtime: token.runtime,
    strategy: 'replay',
    seed,
    executions: 1,
    distinct: 1,
    workloads: 1,
    ms: 0,
    stopped: outcome === 'fail' ? 'found' : 'exhausted',
    counterexamples: outcome === 'fail' ? [replayedCounterexample(token, result)] : [],
    unknowns: [],
    worth: worthOf(1, 1, 0),
    notes: [],
  }
}
