// A counter: the model of sequence numbers, quotas, balances.
import type { Model } from './model.js'

/** Operations: `add` adds its input (default 1) and returns the new count, or nothing; `read` returns the count. */
export const counter = (initial = 0): Model<number> => ({
  name: 'counter',
  init: () => initial,
  step: (count, { op, input, output, known }) => {
    switch (op) {
      case 'add': {
        const next = count + (typeof input === 'number' ? input : 1)
        return !known || output === undefined || output === next ? [next] : []
      }
      case 'read':
        return !known || output === count ? [count] : []
      default:
        throw new Error(`a counter has no operation "${op}": add and read are known`)
    }
  },
})
