// A log that is appended to, read as a whole and cleared: the model of a conversation, a mailbox that keeps, a list of lines.
import { isDeepStrictEqual } from 'node:util'
import type { Model, Operation } from './model.js'

export interface LogOptions {
  /** What an operation does; `null`: it does not concern the log. Default: its name says so. */
  readonly does?: (operation: Pick<Operation, 'op' | 'input'>) => 'append' | 'read' | 'clear' | null
  /** What an `append` appends. Default: its whole input. */
  readonly item?: (input: unknown) => unknown
  /** The items that a `read` has returned. Default: its whole output. */
  readonly read?: (output: unknown) => unknown
  /** Which log an operation is on. Default: all are on one. */
  readonly part?: (operation: Pick<Operation, 'op' | 'input'>) => string
  /** What the log of a part holds at the beginning. Default: nothing. */
  readonly initial?: (part: string) => readonly unknown[]
}

/** `null` until something is done to it: only then is it known which part it is. */
type Log = readonly unknown[] | null

/**
 * `append` adds its item at the end; `read` returns all items, the oldest first; `clear` removes them. An operation of any other name is
 * refused by an error, which makes the verdict unknown.
 */
export const log = (options: LogOptions = {}): Model<Log> => {
  const { does = byName, item = whole, read = whole, part = () => '', initial = () => [] } = options
  return {
    name: 'log',
    init: () => null,
    step: (state, operation) => {
      const items = state ?? initial(part(operation))
      switch (does(operation)) {
        case 'append':
          return [[...items, item(operation.input)]]
        case 'read':
          return !operation.known || isDeepStrictEqual(read(operation.output), items) ? [items] : []
        case 'clear':
          return [[]]
        default:
          return [items]
      }
    },
    part,
  }
}

const whole = (value: unknown): unknown => value

const byName = ({ op }: Pick<Operation, 'op' | 'input'>): 'append' | 'read' | 'clear' => {
  if (op === 'append' || op === 'read' || op === 'clear') return op
  throw new Error(`a log has no operation "${op}": append, read and clear are known`)
}
