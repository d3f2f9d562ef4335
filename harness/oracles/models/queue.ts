// A queue, first in, first out: the model of a mailbox, a job list, a pool's waiting line.
import { isDeepStrictEqual } from 'node:util'
import type { Model } from './model.js'

/** Operations: `put` appends its input; `take` returns the first item and removes it, or returns `null` or nothing where there is none. */
export const queue = (): Model<readonly unknown[]> => ({
  name: 'queue',
  init: () => [],
  step: (items, { op, input, output, known }) => {
    switch (op) {
      case 'put':
        return [[...items, input]]
      case 'take':
        if (known && !isDeepStrictEqual(output ?? null, items[0] ?? null)) return []
        return [items.slice(1)]
      default:
        throw new Error(`a queue has no operation "${op}": put and take are known`)
    }
  },
})
