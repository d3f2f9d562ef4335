// A replay as reports show it: it has found nothing and shrunk nothing.
import { isHold } from '../core/policy.js'
import { type Counterexample, type SearchReport, worthOf } from '../core/report.js'
import type { ReplayResult } from './replay.js'
import { encodeToken, type TokenContent } from './token.js'

type Seen = Pick<ReplayResult, 'execution' | 'verdicts' | 'verdict' | 'why'>

export const replayedCounterexample = (token: TokenContent, { execution, verdicts, verdict, why }: Seen): Counterexample => ({
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
  ...why,
})

/** What fails has been seen. */
export type Replayed = (Pick<ReplayResult, 'outcome'> & Seen) | { readonly outcome: 'passes now' | 'diverged' }

/** A replay in the form of a search that executed once. `seed` is the one that a search would have had. */
export const replayedReport = (token: TokenContent, result: Replayed, seed: number): SearchReport => {
  const found = result.outcome === 'fails' && 'execution' in result ? [replayedCounterexample(token, result)] : []
  const outcome = found.length > 0 ? 'fail' : 'pass'
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
    counterexamples: found,
    unknowns: [],
    worth: worthOf(1, 1, 0),
    notes: [],
  }
}
