// What the callers were answered, as text that can be compared: state that outlives an execution may show there, and in no step.
import type { Execution } from '../core/execution.js'
import type { Difference } from './first-difference.js'

interface Answer {
  readonly step: number
  readonly text: string
}

/** Taken while the execution is young: what a subject has handed out, later executions may change. */
export const answersOf = ({ history }: Pick<Execution, 'history'>): readonly Answer[] =>
  history.map(({ step, actor, type, op, output, error }) => ({
    step,
    text: `${actor}, ${op}: ${type}${error === undefined ? '' : ` ${error}`}${output === undefined ? '' : ` ${readable(output)}`}`,
  }))

/** `null` where all answers are the same. */
export const firstOtherAnswer = (found: readonly Answer[], expected: readonly Answer[]): Difference | null => {
  const most = Math.max(found.length, expected.length)
  for (let i = 0; i < most; i++) {
    const [a, b] = [found[i], expected[i]]
    if (a?.text === b?.text) continue
    return { step: (a ?? b)?.step ?? 0, found: shown(a), expected: shown(b) }
  }
  return null
}

const SHOWN_MOST = 200

const shown = (answer: Answer | undefined): string => {
  if (answer === undefined) return 'nothing more'
  return answer.text.length <= SHOWN_MOST ? answer.text : `${answer.text.slice(0, SHOWN_MOST)}...`
}

/** Of one answer: entries, and characters of each text in it. What lies behind them is taken to be the same. */
const ENTRIES_MOST = 1000
const TEXT_MOST = 10_000

/** A proxy may refuse to be looked at. */
const readable = (value: unknown): string => {
  try {
    return dataText(value)
  } catch {
    return 'what cannot be read'
  }
}

/** Plain data alone: of what is more than that (a socket, a function, the state of a file) only what kind of thing it is. */
const dataText = (value: unknown): string => {
  const seen = new Set<unknown>()
  let entries = 0
  const text = (part: unknown): string => {
    if (typeof part === 'string') return JSON.stringify(part.slice(0, TEXT_MOST))
    if (typeof part !== 'object' || part === null) return typeof part === 'function' ? 'a function' : String(part)
    if (!isPlain(part) || seen.has(part)) return `a ${kindOf(part)}`
    seen.add(part)
    const inside = Object.entries(Object.getOwnPropertyDescriptors(part)).flatMap(([key, { value, enumerable }]) =>
      enumerable === true && entries++ < ENTRIES_MOST ? [`${key}: ${text(value)}`] : [],
    )
    return `{ ${inside.join(', ')} }`
  }
  return text(value)
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Array.isArray(value)
}

const kindOf = (value: object): string => Object.prototype.toString.call(value).slice('[object '.length, -1)
