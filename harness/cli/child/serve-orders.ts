// The process that explores shares of a search, one after the other, as it is told to.
import { plainData } from '../../reporters/index.js'
import { real } from '../../runtimes/node/kernel/real.js'
import { type Account, type During, type Hunt, nowAndThen } from '../../search/index.js'
import type { Order, Reply } from '../spread/protocol.js'
import { send } from './channel.js'

/** Settles once there are no more orders. Rejects with what keeps a share from being explored: then the process has nothing more to say. */
export const serveOrders = async (hunt: Hunt, next: () => Order | null): Promise<void> => {
  for (let order = next(); order !== null; order = next()) {
    if (order.kind === 'explore') {
      reply({ type: 'explored', ...(await hunt.explore(order.share, during(order, next))) })
    } else if (order.kind === 'counterexample') {
      reply({ type: 'made', counterexamples: [await hunt.counterexample(order.finding)] })
    } else if (order.kind === 'distinct') {
      reply({ type: 'made', counterexamples: await hunt.distinct(order.findings) })
    }
  }
}

export const reply = (message: Reply): void => send(plainData(message) as Reply)

const during = ({ elapsedMs, leftMs }: Extract<Order, { kind: 'explore' }>, next: () => Order | null): During => {
  const sinceMs = real.performanceNow()
  const spentMs = (): number => real.performanceNow() - sinceMs
  return {
    mayGoOn: () => leftMs === null || spentMs() < leftMs,
    elapsedMs: () => elapsedMs + spentMs(),
    seen: nowAndThen((executions: number, distinct: number) => send({ type: 'exploring', executions, distinct })),
    isFinal: async (account: Account) => {
      reply({ type: 'found', account })
      return next()?.kind === 'shrink'
    },
  }
}
