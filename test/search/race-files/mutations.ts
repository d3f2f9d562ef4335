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
      JSON.stringify(replacedAt(JSON.parse(whole), path, () => value)),
)

/** Lists are what grows without bound in a merge: callers, operations, changes of the schedule. */
const ofLength = fc
  .record({ path: fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }), times: fc.constantFrom(0, 2, 30, 9000) })
  .map(
    ({ path, times }) =>
      (whole: string) =>
        JSON.stringify(replacedAt(JSON.parse(whole), path, (list) => (Array.isArray(list) ? repeated(list, times) : list))),
  )

export const mutations: fc.Arbitrary<(whole: string) => string> = fc.oneof(ofText, ofValue, ofLength)

const repeated = (list: readonly unknown[], times: number): unknown[] => Array.from({ length: times }, () => list).flat()

/** The value at the end of a path of ordinals, as far as there is one. */
function replacedAt(value: unknown, [first, ...rest]: readonly number[], by: (old: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || first === undefined) return by(value)
  const keys = Object.keys(value)
  const key = keys[first % Math.max(1, keys.length)]
  if (key === undefined) return by(value)
  const inner = (value as Record<string, unknown>)[key]
  const replaced = replacedAt(inner, rest, by)
  return Array.isArray(value) ? value.map((each, i) => (String(i) === key ? replaced : each)) : { ...value, [key]: replaced }
}
