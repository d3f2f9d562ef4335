// Delay profiles: finite lists, and a form for the command line that says the same.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DelayProfile } from '../../harness/core/dispatcher-spec.js'
import {
  bimodal,
  constantDelay,
  exponential,
  never,
  oneOf,
  parseDelay,
  printDelay,
  uniform,
} from '../../harness/dispatchers/delay-profiles.js'

describe('delay profiles', () => {
  it('are the lists that they say', () => {
    const lists = [constantDelay(50), uniform(0, 50), uniform(3, 4), exponential(20), bimodal(5, 200), never(), oneOf(7, null)]
    expect(lists.map(({ name, choicesMs }) => `${name} = ${choicesMs}`)).toMatchInlineSnapshot(`
      [
        "constant:50 = 50",
        "uniform:0..50 = 0,13,25,38,50",
        "uniform:3..4 = 3,4",
        "exponential:20 = 2,7,14,24,46,92",
        "bimodal:5,200 = 5,200",
        "never = ",
        "oneOf:7,never = 7,",
      ]
    `)
  })

  it('have an exponential whose mean is about what was asked for', () => {
    const { choicesMs } = exponential(1000)
    const [tail, body] = [choicesMs.at(-1) ?? 0, choicesMs.slice(0, -1)]
    const mean = body.reduce<number>((sum, ms) => sum + (ms ?? 0), 0) / body.length
    expect(mean).toBeGreaterThan(800)
    expect(mean).toBeLessThan(1100)
    expect(tail).toBeGreaterThan(4 * mean)
  })

  it('are read back from the form in which they are printed', () => {
    const ms = fc.nat(100_000)
    const profile: fc.Arbitrary<DelayProfile> = fc.oneof(
      ms.map(constantDelay),
      fc.tuple(ms, ms).map(([a, b]) => uniform(Math.min(a, b), Math.max(a, b))),
      ms.map(exponential),
      fc.tuple(ms, ms).map(([a, b]) => bimodal(a, b)),
      fc.constant(never()),
      fc.array(fc.option(ms), { minLength: 1 }).map((list) => oneOf(...list)),
    )
    fc.assert(
      fc.property(profile, (one) => {
        expect(parseDelay(printDelay(one))).toEqual(one)
      }),
    )
  })

  it('are printed as a list where the name says something else', () => {
    expect(printDelay({ name: 'nightly', choicesMs: [1, null] })).toBe('oneOf:1,never')
    expect(printDelay({ name: 'uniform:0..50', choicesMs: [9] })).toBe('oneOf:9')
  })

  it('take a bare number as a constant', () => {
    expect(parseDelay('50')).toEqual(constantDelay(50))
  })

  it.each(['', 'soon', 'uniform:5..1', 'uniform:-1..5', 'bimodal:5', 'oneOf:', 'oneOf:1,,2', 'oneOf:nev', 'constant:1e3'])(
    'refuse %j by name',
    (text) => {
      expect(() => parseDelay(text)).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
    },
  )
  it('refuse times that are none', () => {
    expect(() => constantDelay(Number.NaN)).toThrow(/BAD_OPTION/)
    expect(() => uniform(Number.NaN, 1)).toThrow(/BAD_OPTION/)
    expect(() => oneOf()).toThrow(/BAD_OPTION/)
  })
})
