// Tells a dispatcher that keeps its answers back what the callers do, and how long it may go on with it.
import { DISPATCHER, type HistoryEvent } from '../../core/history.js'
import { begins, ends } from '../../runtimes/real/order.js'
import type { SpawnedDispatcher } from '../../runtimes/real/spawn-dispatcher.js'
import type { HoldRequest } from './messages.js'

export interface HoldLink {
  see(event: HistoryEvent): void
  /** The subject has armed a timer. */
  readonly seeTimer: (ms: number) => void
}

const NOBODY: HoldLink = { see: () => {}, seeTimer: () => {} }

/** An answer that is late by half of a client's patience makes nobody give up; what is longer might, and would look like a bug. */
export const belowHalf = (ms: number): number => Math.max(0, Math.ceil(ms / 2) - 1)

export const createHoldLink = (dispatcher: SpawnedDispatcher | null, hold: HoldRequest | undefined): HoldLink => {
  if (dispatcher === null || hold === undefined) return NOBODY
  const tokens = new Map<number, string>()
  let { boundMs } = hold
  return {
    see({ actor, type, call, token }) {
      if (actor === DISPATCHER) return
      if (type === 'invoke' && token !== undefined) tokens.set(call, token)
      const whose = tokens.get(call)
      if (whose !== undefined && type !== 'info') dispatcher.tell({ seen: type === 'invoke' ? begins(whose) : ends(whose) })
    },
    seeTimer(ms) {
      // Which of its timers are time-outs nobody can tell, unless the scenario does.
      if (hold.declared || belowHalf(ms) >= boundMs) return
      boundMs = belowHalf(ms)
      dispatcher.tell({ boundMs })
    },
  }
}
