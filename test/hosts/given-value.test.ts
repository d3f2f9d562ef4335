// What a property was given: each execution has it anew, a token holds it without loss or says that it cannot.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { givenValue, readValue } from '../../harness/hosts/fast-check/given-value.js'

class Order {
  readonly n: number
  constructor(n: number) {
    this.n = n
  }
}

describe('a value that can be written', () => {
  test('comes back as it was, for whatever fast-check makes of plain data', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      withBoxedValues: true,
    })
    let written = 0
    const comesBack = (value: unknown): void => {
      const given = givenValue([value])
      if (typeof given.written === 'number') return
      written++
      expect(readValue(given.written).fresh()).toStrictEqual([value])
    }
    fc.assert(fc.property(anything, comesBack), { seed: 1, numRuns: 500 })
    expect(written).toBeGreaterThan(490)
  })

  test('is another object each time', () => {
    const value = [{ tags: ['a'] }]
    const given = givenValue(value)
    const one = given.fresh() as typeof value
    one[0]?.tags.push('b')
    expect(given.fresh()).toEqual([{ tags: ['a'] }])
  })

  test('has a seed of its own, the same for equal values', () => {
    expect(givenValue([1, 'a']).seed).toBe(givenValue([1, 'a']).seed)
    expect(givenValue([1, 'a']).seed).not.toBe(givenValue([1, 'b']).seed)
  })
})

describe('a value that cannot', () => {
  test.each([
    ['a function', [() => 1]],
    ['an instance of a class', [new Order(1)]],
    ['a symbol', [Symbol('s')]],
    ['a buffer, which would come back as bytes', [Buffer.from('x')]],
  ])('is known by its text: %s', (_, value) => {
    const given = givenValue(value)
    expect(given.written).toBeTypeOf('number')
    expect(givenValue(value).written).toBe(given.written)
    expect((given.fresh() as unknown[])[0]).toBe(value[0])
  })

  test('is cloned where fast-check knows how: commands, contexts', () => {
    const [context] = fc.sample(fc.context(), 1)
    const value = fc.sample(fc.tuple(fc.context(), fc.constant(new Order(1))), 1)[0] as [fc.ContextValue, Order]
    const given = givenValue(value)
    const [first] = given.fresh() as typeof value
    const [second] = given.fresh() as typeof value
    expect(first).not.toBe(second)
    expect(context).toBeDefined()
  })
})
