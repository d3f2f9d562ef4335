// Whatever a subject answered, as data that JSON can carry: nothing is lost in silence, and nothing makes the printing fail.

/** Deeper, or with more values, it is some live object and no data: a socket, a client. */
const MOST_DEPTH = 64
const MOST_VALUES = 200_000

/**
 * The value itself where JSON carries it; else what stands for it: `{ $bytes: base64 }`, `{ $error: name, message }`, `{ $map }`,
 * `{ $set }`, `{ $bigint }`, `{ $number }` (NaN, infinities, -0), `{ $function: name }`, `{ $symbol }`, `{ $cycle: true }`,
 * `{ $tooMuch: true }`. Dates become their ISO text; properties that are undefined go. Getters that throw are told as errors.
 */
export const plainData = (value: unknown): unknown => plain(value, { path: [], budget: { left: MOST_VALUES } })

interface Place {
  /** Objects that this value lies in. */
  readonly path: readonly object[]
  /** Shared by the whole walk. */
  readonly budget: { left: number }
}

const plain = (value: unknown, place: Place): unknown => {
  place.budget.left--
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) }
    case 'bigint':
      return { $bigint: String(value) }
    case 'function':
      return { $function: value.name }
    case 'symbol':
      return { $symbol: value.description ?? '' }
    case 'object':
      return value === null ? null : plainObject(value, place)
    default:
      return value
  }
}

const plainObject = (value: object, { path, budget }: Place): unknown => {
  if (path.includes(value)) return { $cycle: true }
  if (path.length >= MOST_DEPTH || budget.left <= 0) return { $tooMuch: true }
  const inside: Place = { path: [...path, value], budget }
  const inner = (one: unknown): unknown => plain(one, inside) ?? null
  if (Array.isArray(value)) return Array.from(value, inner)
  if (value instanceof Uint8Array)
    return { $bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? { $date: 'invalid' } : value.toISOString()
  if (value instanceof Error) return { $error: value.name, message: value.message, ...properties(value, inside) }
  if (value instanceof Map) return { $map: [...value].map(inner) }
  if (value instanceof Set) return { $set: [...value].map(inner) }
  return properties(value, inside)
}

const properties = (value: object, place: Place): Record<string, unknown> => {
  const own = isExecution(value) ? OWN : []
  const inner = (key: string): unknown => (own.includes(key) ? read(value, key) : plain(read(value, key), place))
  const entries = Object.keys(value).map((key): [string, unknown] => [key, inner(key)])
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

/** Parts of an execution that nothing of the subject is in, and of which there may be more than of anything that a subject answers. */
const OWN = ['steps', 'answers']

const isExecution = (value: object): boolean => {
  const { format, traceHash, steps, answers } = value as Readonly<Record<string, unknown>>
  return format === 1 && typeof traceHash === 'number' && Array.isArray(steps) && Array.isArray(answers)
}

const read = (value: object, key: string): unknown => {
  try {
    return (value as Record<string, unknown>)[key]
  } catch (error) {
    return error
  }
}
