// A replay as reports show it: it has found nothing and shrunk nothing.
import { isHold } from '../core/policy.js'
import type { Counterexample } from '../core/report.js'
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
