// The store that the cache scenarios run against: rows in memory, which answer in any order.
import { constantDelay, type DelayProfile, type DispatcherSpec, mockDispatcher, uniform } from '../../harness/index.js'

interface Args {
  readonly session: string
  readonly text: string
}

/** What the store holds at the beginning. */
export const STORED: Readonly<Record<string, readonly string[]>> = { home: ['welcome'] }

/** A write takes effect when it arrives; what takes a while is the answer. `delays` differ by tool. */
export const store = (delays: Readonly<Record<string, DelayProfile>> = {}): DispatcherSpec =>
  mockDispatcher({
    tools: () => {
      const rows = new Map(Object.entries(STORED).map(([id, messages]) => [id, [...messages]]))
      const rowOf = (id: string): string[] => {
        const row = rows.get(id) ?? []
        rows.set(id, row)
        return row
      }
      return {
        load: (args) => rows.get((args as unknown as Args).session) ?? null,
        create: (args) => rowOf((args as unknown as Args).session).length,
        append: (args) => rowOf((args as unknown as Args).session).push((args as unknown as Args).text),
        remove: (args) => rows.delete((args as unknown as Args).session),
        all: () => Object.fromEntries(rows),
      }
    },
    delay: uniform(5, 45),
    delays: { all: constantDelay(0), ...delays },
    service: 'concurrent',
  })
