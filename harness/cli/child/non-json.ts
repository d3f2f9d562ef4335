// What in a value JSON cannot carry: inputs of operations travel in tokens and between threads.

/** In words, with its place (`a BigInt at input.id`); `null` where all of it is plain data. Properties that are `undefined` count as left out. */
export const nonJson = (value: unknown): string | null => inValue(value, 'input', [])

const inValue = (value: unknown, at: string, above: readonly object[]): string | null => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null
    case 'number':
      return Number.isFinite(value) ? null : `${value} at ${at}`
    case 'object':
      return value === null ? null : inObject(value, at, above)
    case 'bigint':
      return `a BigInt at ${at}`
    default:
      return value === undefined ? `undefined at ${at}` : `a ${typeof value} at ${at}`
  }
}

const inObject = (value: object, at: string, above: readonly object[]): string | null => {
  if (above.includes(value)) return `a cycle at ${at}`
  const within = [...above, value]
  if (Array.isArray(value)) return firstOf(value, (inner, i) => inValue(inner, `${at}[${i}]`, within))
  if (!isPlain(value)) return `a ${value.constructor?.name ?? 'special object'} at ${at}`
  return firstOf(Object.entries(value), ([key, inner]) => (inner === undefined ? null : inValue(inner, `${at}.${key}`, within)))
}

/** Of any realm: a prototype that has none itself is `Object.prototype` there. */
const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const firstOf = <T>(values: readonly T[], find: (value: T, index: number) => string | null): string | null => {
  for (const [i, value] of values.entries()) {
    const found = find(value, i)
    if (found !== null) return found
  }
  return null
}
