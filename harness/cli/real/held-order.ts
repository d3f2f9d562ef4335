// Whose order a dispatcher is to hold: that of a token, or of what the simulated search finds first, as it finds it.
import type { Execution } from '../../core/execution.js'
import type { Counterexample } from '../../core/report.js'
import type { Workload } from '../../core/workload.js'
import { orderOf } from '../../runtimes/real/order.js'
import { encodeToken, type ReplayResult, type TokenContent } from '../../search/index.js'
import type { Problem, Request, Target } from '../messages.js'
import { runTask } from '../process/outcome.js'
import { belowHalf } from './hold-link.js'
import type { Plan } from './messages.js'
import type { SeriesHold } from './series.js'

/** Of a run, in real ms: long enough for whatever a dispatcher's delays are, short enough for a person. */
const BOUND_MS = 2000

export interface HoldMeans {
  readonly target: Target
  readonly plan: Plan
  /** What the search has found, unshrunk: a failure that needs fewer callers needs more luck, and here nobody can help it along. */
  readonly found: Counterexample | null
  readonly request: Pick<Request, 'watchdogMs' | 'fallbacks'>
  readonly signal: AbortSignal
}

export interface Held {
  readonly workload: Workload
  readonly hold: SeriesHold
}

/** What is to be held, or why nothing is. */
export type HoldResult = Held | { readonly reason: string } | { readonly problem: Problem }

/** `token`: whose order; `null`: that of what the search has found. */
export const heldOrder = async (token: TokenContent | null, means: HoldMeans): Promise<HoldResult> => {
  const { plan, found } = means
  if (plan.transport === null) {
    return { reason: 'the scenario brings a peer of its own: there is no dispatcher that could keep answers back' }
  }
  if (token !== null) return byToken(token, means)
  if (found === null) return { reason: 'the search has found nothing: there is no order to hold' }
  return held(found.execution, { from: 'search', token: found.token, workload: found.workload, plan })
}

const byToken = async (content: TokenContent, { target, plan, request, signal }: HoldMeans): Promise<HoldResult> => {
  const token = encodeToken(content)
  const { workload } = content
  let result: ReplayResult | null = null
  const { problem } = await runTask(
    { ...request, target, task: { kind: 'replay', token }, parentPid: process.pid },
    { signal, onMessage: (message) => void (message.type === 'replayed' && (result = message.result)) },
  )
  if (problem !== null) return { problem }
  const replayed = result as ReplayResult | null
  if (replayed === null) return { reason: 'it was interrupted' }
  if (replayed.outcome !== 'fails') return { problem: failsNoMore(replayed) }
  return held(replayed.execution, { from: 'token', token, workload, plan })
}

const failsNoMore = ({ outcome, divergence }: ReplayResult): Problem => {
  const details = divergence === null ? '' : `\n  found:    ${divergence.found}\n  expected: ${divergence.expected}`
  const text = `REPLAY_DIVERGED: the token of --hold does not fail any more (${outcome}): there is no order to hold${details}`
  return { code: 'REPLAY_DIVERGED', fault: 'divergence', text }
}

interface Source extends Pick<SeriesHold, 'token' | 'from'> {
  readonly workload: Workload
  readonly plan: Plan
}

const held = (execution: Execution, { token, workload, from, plan }: Source): HoldResult => {
  const order = orderOf(execution.history)
  if (order.length === 0) return { reason: 'the dispatcher answers nothing in the counterexample: there is no order to hold' }
  const { clientTimeoutMs } = plan
  const boundMs = clientTimeoutMs === null ? BOUND_MS : Math.min(BOUND_MS, belowHalf(clientTimeoutMs))
  return { workload, hold: { from, token, order, boundMs, declared: clientTimeoutMs !== null } }
}
