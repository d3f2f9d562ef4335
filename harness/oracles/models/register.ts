// A register that is written as a whole: the model of a cache entry, a row, a file.
import { isDeepStrictEqual } from 'node:util'
import type { Model, Operation } from './model.js'

export interface RegisterOptions {
  /** What it holds at the beginning. Default: `null`. */
  readonly initial?: unknown
  /** Which register an operation is on. Default: all are on one. */
  readonly part?: (operation: Pick<Operation, 'op' | 'input'>) => string
  /** What a `write` writes. Default: its whole input. */
  readonly written?: (input: unknown) => unknown
}

/**
 * Operations: `read` returns what was written last; `write` stores its input; `cas`, whose input is `[expected, next]`, returns whether
 * it found `expected`, and stores `next` if so. Anything else is refused by an error, which makes the verdict unknown.
 */
export const register = ({ initial = null, part, written = (input) => input }: RegisterOptions = {}): Model<unknown> => ({
  name: 'register',
  init: () => initial,
  step: (state, { op, input, output, known }) => {
    switch (op) {
      case 'read':
        return !known || isDeepStrictEqual(output, state) ? [state] : []
      case 'write':
        return [written(input)]
      case 'cas': {
        const [expected, next] = input as readonly [unknown, unknown]
        const found = isDeepStrictEqual(expected, state)
        return !known || found === output ? [found ? next : state] : []
      }
      default:
        throw new Error(`a register has no operation "${op}": read, write and cas are known`)
    }
  },
  ...(part === undefined ? {} : { part }),
})
