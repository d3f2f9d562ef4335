// What the page shows of a row besides its text, by short names, since a page may hold a thousand of them.
import type { Step } from '../../core/execution.js'
import type { HistoryEvent } from '../../core/history.js'
import type { PlacedRow } from '../rows.js'
import { safe } from '../text.js'
import { spelled } from '../words.js'

/** The page's script has a label for each (`page/details.js`). */
export type FactName = 'step' | 'op' | 'call' | 'via' | 'in' | 'out' | 'err' | 'task' | 'by' | 'took' | 'data'
export type Facts = Readonly<Partial<Record<FactName, string | number>>>

/** Data is cut to `dataLength` characters. */
export const factsOf = ({ event, steps: [step] = [] }: PlacedRow, dataLength: number): Facts => ({
  ...(step === undefined ? {} : stepFacts(step, dataLength)),
  ...(event === undefined ? {} : eventFacts(event, dataLength)),
})

const eventFacts = ({ step, op, call, via, input, output, error }: HistoryEvent, dataLength: number): Facts => ({
  step,
  op: spelledName(op, dataLength),
  call,
  ...(via === undefined ? {} : { via: `${spelledName(via.connection, dataLength)}, message ${via.message}` }),
  ...(input === undefined ? {} : { in: spelled(input, dataLength) }),
  ...(output === undefined ? {} : { out: spelled(output, dataLength) }),
  ...(error === undefined ? {} : { err: spelledName(error, dataLength) }),
})

const stepFacts = ({ n, key, cause, options, took, chose = [] }: Step, dataLength: number): Facts => ({
  step: n + 1,
  task: spelledName(key, dataLength),
  ...(cause === null ? {} : { by: spelledName(cause, dataLength) }),
  ...(options > 1 ? { took: took === 0 ? `the default of ${options}` : `${took + 1} of ${options}` } : {}),
  ...(chose.length === 0 ? {} : { data: spelledName(chose.join(', '), dataLength) }),
})

const spelledName = (text: string, length: number): string => {
  const shown = safe(text.slice(0, length))
  return text.length > length ? `${shown}...` : shown
}
