// Whose order a dispatcher is to hold: that of a token, or of what the simulated search finds first, as it finds it.
import type { Execution } from '../../core/execution.js'
import type { SearchReport } from '../../core/report.js'
import type { Workload } from '../../core/workload.js'
import { orderOf } from '../../runtimes/real/order.js'
import { decodeToken, encodeToken, type ReplayResult, type TokenContent } from '../../search/index.js'
import type { Problem, Request, SearchSettings, Target } from '../messages.js'
import { runTask } from '../process/outcome.js'
import { belowHalf } from './hold-link.js'
import type { Plan } from './messages.js'
import type { SeriesHold } from './series.js'

/** Of a run, in real ms: long enough for a person's patience, and for whatever a dispatcher's delays are. */
const BOUND_MS = 2000

export interface HoldMeans {
  readonly target: Target
  readonly variant: string
  readonly plan: Plan
  readonly settings: SearchSettings
  readonly request: Pick<Request, 'watchdogMs' | 'fallbacks'>
  readonly signal: AbortSignal
}

export interface Held {
  readonly workload: Workload
  readonly hold: SeriesHold
}

/** What is to be held, or why nothing is. */
export type HoldResult = Held | { readonly reason: string } | { readonly problem: Problem }

/** `token`: whose order; `null`: that of the first finding of a search with these settings. */
export const heldOrder = async (token: TokenContent | null, means: HoldMeans): Promise<HoldResult> => {
  if (means.plan.transport === null) {
    return { reason: 'the scenario brings a peer of its own: there is no dispatcher that could keep answers back' }
  }
  return token === null ? bySearch(means) : byToken(token, means)
}

/** Unshrunk: a failure that needs fewer callers needs more luck, and here nobody can help it along. */
const bySearch = async (means: HoldMeans): Promise<HoldResult> => {
  const { variant, settings, signal } = means
  let report: SearchReport | null = null
  const task = { kind: 'series', variant, settings, seeds: [settings.seed] } as const
  const { problem } = await runTask(requestOf(means, task), {
    signal,
    onMessage: (message) => void (message.type === 'report' && (report = message.report)),
  })
  if (problem !== null) return { problem }
  const [found] = (report as SearchReport | null)?.counterexamples ?? []
  if (found === undefined) return { reason: `the search with seed ${settings.seed} has found nothing: there is no order to hold` }
  const { execution, token, workload } = found
  return held(execution, { token, workload, from: 'search', plan: means.plan })
}

const byToken = async (content: TokenContent, means: HoldMeans): Promise<HoldResult> => {
  const token = encodeToken(content)
  let result: ReplayResult | null = null
  const { problem } = await runTask(requestOf(means, { kind: 'replay', token }), {
    signal: means.signal,
    onMessage: (message) => void (message.type === 'replayed' && (result = message.result)),
  })
  if (problem !== null) return { problem }
  const replayed = result as ReplayResult | null
  if (replayed === null) return { reason: 'it was interrupted' }
  if (replayed.outcome !== 'fails') return { problem: failsNoMore(replayed) }
  return held(replayed.execution, { token, workload: decodeToken(token).workload, from: 'token', plan: means.plan })
}

const failsNoMore = ({ outcome, divergence }: ReplayResult): Problem => {
  const details = divergence === null ? '' : `\n  found:    ${divergence.found}\n  expected: ${divergence.expected}`
  const text = `REPLAY_DIVERGED: the token of --hold does not fail any more (${outcome}): there is no order to hold${details}`
  return { code: 'REPLAY_DIVERGED', fault: 'divergence', text }
}

const held = (
  execution: Execution,
  { token, workload, from, plan }: Pick<SeriesHold, 'token' | 'from'> & { readonly workload: Workload; readonly plan: Plan },
): HoldResult => {
  const order = orderOf(execution.history)
  if (order.length === 0) return { reason: 'the dispatcher answers nothing in the counterexample: there is no order to hold' }
  const { clientTimeoutMs } = plan
  const boundMs = clientTimeoutMs === null ? BOUND_MS : Math.min(BOUND_MS, belowHalf(clientTimeoutMs))
  return { workload, hold: { from, token, order, boundMs, declared: clientTimeoutMs !== null } }
}

const requestOf = ({ target, request }: HoldMeans, task: Request['task']): Request => ({
  ...request,
  target,
  task,
  parentPid: process.pid,
})
