// What can happen to a file between two people: something of the text, or a value anywhere inside, is cut, repeated or replaced.
import fc from 'fast-check'

const ofText = fc.record({ from: fc.nat(3000), length: fc.nat(40), text: fc.string({ unit: 'binary' }) }).map(
  ({ from, length, text }) =>
    (whole: string) =>
      whole.slice(0, from) + text + whole.slice(from + length),
)

const ofValue = fc.record({ path: fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }), value: fc.jsonValue() }).map(
  ({ path, value }) =>
    (whole: string) =>
      JSON.stringify(replacedAt(JSON.parse(whole), path, value)),
)

export const mutations: fc.Arbitrary<(whole: string) => string> = fc.oneof(ofText, ofValue)

/** The value at the end of a path of ordinals, as far as there is one. */
function replacedAt(value: unknown, [first, ...rest]: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || first === undefined) return by
  const keys = Object.keys(value)
  const key = keys[first % Math.max(1, keys.length)]
  if (key === undefined) return by
  const inner = (value as Record<string, unknown>)[key]
  const replaced = replacedAt(inner, rest, by)
  return Array.isArray(value) ? value.map((each, i) => (String(i) === key ? replaced : each)) : { ...value, [key]: replaced }
}
