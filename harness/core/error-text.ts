// What was thrown, as text. A subject may throw anything: `null`, a proxy, an error whose getters throw. None of it may become an
// error of ours.

export interface ErrorFacts {
  readonly name: string
  readonly message: string
  /** Left out where there is none. */
  readonly stack?: string
}

/** Name, message and stack of whatever was thrown. Never throws. */
export const errorFacts = (thrown: unknown): ErrorFacts => {
  const words = errorWords(thrown)
  if (!isError(thrown)) return words
  const stack = read(thrown, 'stack')
  return { ...words, ...(typeof stack === 'string' ? { stack: cut(stack) } : {}) }
}

/** The same without the stack, which is only put into words when it is read: that takes longer than many a step. Never throws. */
export const errorWords = (thrown: unknown): Omit<ErrorFacts, 'stack'> => {
  if (!isError(thrown)) return { name: typeof thrown, message: valueText(thrown) }
  return { name: text(read(thrown, 'name')) ?? 'Error', message: text(read(thrown, 'message')) ?? UNREADABLE }
}

/** One line: `TypeError: x is not a function`, or the value that was thrown. Never throws. */
export const describeThrown = (thrown: unknown): string => {
  if (!isError(thrown)) return valueText(thrown)
  const { name, message } = errorWords(thrown)
  return `${name}: ${message}`
}

const UNREADABLE = 'unreadable'

/** Never throws. An error of another context of `node:vm` is none of this one's `Error`: jest runs each test file in a context. */
export const isError = (thrown: unknown): thrown is Error => {
  try {
    return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]'
  } catch {
    return false
  }
}

const read = (from: object, key: string): unknown => {
  try {
    return Reflect.get(from, key)
  } catch {
    return undefined
  }
}

const text = (value: unknown): string | undefined => {
  try {
    return value === undefined ? undefined : cut(String(value))
  } catch {
    return undefined
  }
}

/** Characters: more than any person reads, and little enough to be kept for each of thousands of executions. */
const LONGEST = 100_000

const cut = (whole: string): string =>
  whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST)}... (${whole.length.toLocaleString('en')} characters in all)`

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return cut(value)
  try {
    return cut(JSON.stringify(value) ?? String(value))
  } catch {
    return text(value) ?? UNREADABLE
  }
}

/** Of a rejection that somebody handled in the end: Node ends the process before that (`--unhandled-rejections=throw`, its default). */
export const handledTooLate = (what: string): string => `handled too late: ${what}`
