// Tokens: the unique words by which an answer is known to belong to an operation. Found anywhere inside plain data, as whole words.
import type { HistoryEvent } from './history.js'

/** Deeper than this nothing is looked for: answers are data, and a graph that never ends must not hang a judge. */
const MAX_DEPTH = 200

/** How a token looks that nobody announced: a word, a hyphen, a number, as in `TAG-1`. */
const LOOKS_LIKE_TOKEN = /(?<![A-Za-z0-9_])[A-Za-z]+-\d+(?![A-Za-z0-9_])/g

/**
 * Whether `token` occurs in `value`: in a string as a whole word (`TAG-1` is not in `TAG-10`), in keys and values of objects,
 * elements of arrays, maps and sets, the message of an error, bytes read as UTF-8, and the decimal form of a number. Nothing carries ''.
 */
export const carries = (value: unknown, token: string): boolean =>
  token !== '' && (typeof value === 'string' ? inText(value, token) : inValue(value, token, 0, null))

const inText = (text: string, token: string): boolean => {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    if (beginsWord(text, at) && !isWord(text.charCodeAt(at + token.length))) return true
  }
  return false
}

/** Letters, digits and `_`; NaN (past the end) is none. */
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95

/** JSON inside JSON spells a line break as `\n`: that letter is not part of the word that follows it. */
const ENDS_WITH_ESCAPE = /\\(?:[bfnrt]|u[0-9a-fA-F]{4})$/

const beginsWord = (text: string, at: number): boolean =>
  at === 0 || !isWord(text.charCodeAt(at - 1)) || ENDS_WITH_ESCAPE.test(text.slice(Math.max(0, at - 6), at))

const inValue = (value: unknown, token: string, depth: number, seen: Set<object> | null): boolean => {
  switch (typeof value) {
    case 'string':
      return inText(value, token)
    case 'number':
    case 'bigint':
      return String(value) === token
    case 'object':
      return value !== null && depth < MAX_DEPTH && inObject(value, token, depth, seen)
    default:
      return false
  }
}

const inObject = (value: object, token: string, depth: number, seen: Set<object> | null): boolean => {
  if (seen?.has(value)) return false
  seen?.add(value)
  // Answers are flat almost always, so cycles and shared parts are looked out for from the first nested object on.
  let met = seen
  const within = (inner: unknown): boolean => {
    if (typeof inner === 'object') met ??= new Set([value])
    return inValue(inner, token, depth + 1, met)
  }
  if (Array.isArray(value)) return value.some(within)
  if (value instanceof Uint8Array) return inText(decoder.decode(value), token)
  if (value instanceof Error && (inText(value.message, token) || within(value.cause))) return true
  if (value instanceof Map || value instanceof Set) return [...value.entries()].some(within)
  for (const key in value) {
    if (within((value as Record<string, unknown>)[key]) || inText(key, token)) return true
  }
  return false
}

const decoder = new TextDecoder()

/** Words inside `value` that look like tokens, in order. Only text that JSON would show is looked at. */
export const tokensIn = (value: unknown): readonly string[] => {
  const text = typeof value === 'string' ? value : jsonOf(value)
  return text.match(LOOKS_LIKE_TOKEN) ?? []
}

const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

/**
 * The token of each invocation, `null` where it has none. Announced tokens come first; else it is the first word of the input that
 * looks like a token and that no other invocation's input has.
 */
export const tokensOf = (invocations: readonly HistoryEvent[]): (string | null)[] => {
  if (invocations.every(({ token }) => token !== undefined)) return invocations.map(({ token }) => token as string)
  const candidates = invocations.map(({ token, input }) => (token === undefined ? tokensIn(input) : [token]))
  const uses = new Map<string, number>()
  for (const words of candidates) for (const word of new Set(words)) uses.set(word, (uses.get(word) ?? 0) + 1)
  return candidates.map((words) => words.find((word) => uses.get(word) === 1) ?? null)
}
