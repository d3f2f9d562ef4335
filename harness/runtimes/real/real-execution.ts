// What a run in the real world leaves for the oracles: an execution without steps, and a history in the order in which things happened.
import type { Execution } from '../../core/execution.js'
import type { HistoryEvent } from '../../core/history.js'

/** What is known later may have happened before. Times count from `startMs`. */
export const inOrder = (events: readonly HistoryEvent[], startMs: number): HistoryEvent[] =>
  [...events]
    .sort((a, b) => a.atMs - b.atMs)
    .map((event, n) => ({ ...event, n, step: n, atMs: Math.max(0, Math.round((event.atMs - startMs) * 1000) / 1000) }))

export type RealFacts = Pick<Execution, 'end' | 'history' | 'leftovers' | 'observed'> & { readonly atMs: number }

export const realExecution = ({ end, history, leftovers, observed, atMs }: RealFacts): Execution => ({
  format: 1,
  end,
  history,
  leftovers,
  escapes: [],
  deviations: [],
  steps: [],
  answers: [],
  unmet: [],
  ...(observed === undefined ? {} : { observed }),
  stats: { steps: 0, atMs, stepsByActor: {}, nativeUncontrolled: false },
  traceHash: 0,
  model: 'real',
})
