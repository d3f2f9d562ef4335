// The fast-check plugin: what fast-check promises holds with it, and each value is explored.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { HarnessError } from '../../harness/core/errors.js'
import { type PropertyOptions, race, world } from '../../harness/hosts/fast-check.js'

const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 })

/** A cache; the racy one looks, loads, and stores: two misses of one key make two objects. */
const createCache = (isRacy: boolean) => {
  const { slow } = world()
  const load = slow(async (key: string) => ({ key }))
  const stored = new Map<string, object>()
  const pending = new Map<string, Promise<object>>()
  const racy = async (key: string): Promise<object> => {
    const found = stored.get(key)
    if (found !== undefined) return found
    stored.set(key, await load(key))
    return stored.get(key) as object
  }
  const safe = (key: string): Promise<object> => {
    const loading = pending.get(key) ?? load(key)
    pending.set(key, loading)
    return loading
  }
  return isRacy ? racy : safe
}

const cache = (isRacy: boolean) =>
  fc.asyncProperty(keys, async (all) => {
    const get = createCache(isRacy)
    const got = await world().together(...all.map((key) => () => get(key)))
    expect(new Set(got).size).toBe(new Set(all).size)
  })

/** `parameters` of fast-check, with the plugin among them. */
const checked = <T>(property: fc.IAsyncProperty<T>, options: PropertyOptions = {}, parameters: fc.Parameters<T> = {}) =>
  fc.check(property, { seed: 3, ...parameters, plugins: [race(options)] })

/** In one line: where it is broken depends on how long the name of the test is. */
const messageOf = ({ errorInstance }: { errorInstance: unknown }): string => (errorInstance as Error).message.replace(/\s+/g, ' ')

describe('a property that fails under some schedule', () => {
  test('is shrunk by fast-check as ever, then its schedule; the failure takes the place of the error', async () => {
    const details = await checked(cache(true))
    expect(details.counterexample).toEqual([['a', 'a']].map((all) => all.map(() => all[0])))
    expect(details.numShrinks).toBeGreaterThan(0)
    expect(messageOf(details)).toMatch(/^x is shrunk by fast-check as ever, .*: AssertionError: expected 2 to be 1/)
    expect(messageOf(details)).toMatch(/found after \d+ schedules? in .* \(strategy \w+, seed 0\); shrunk to 2 callers/)
    expect(messageOf(details)).toMatch(/ann bob 1 slow 2 > slow/)
    expect(messageOf(details)).toMatch(
      /Replay: CROSSWIRE_REPLAY='cw1\.[^']+' npx vitest run test\/hosts\/fast-check\.test\.ts -t /,
    )
  })

  test('is reported by fast-check, with its seed and path, and the failure as the cause', async () => {
    const failing = fc.assert(cache(true), { seed: 3, plugins: [race()] })
    await expect(failing).rejects.toMatchObject({
      message: expect.stringMatching(/^Property failed after \d+ tests\n\{ seed: 3, path: "[\d:]+", endOnFailure: true \}\n/),
      cause: { name: 'RaceError', message: expect.stringContaining('Replay: CROSSWIRE_REPLAY=') },
    })
  })

  test('fails again with the seed and path that fast-check prints, on the same value with the same schedule', async () => {
    const first = await checked(cache(true))
    const again = await checked(cache(true), {}, { path: first.counterexamplePath as string, endOnFailure: true })
    expect(again.counterexample).toEqual(first.counterexample)
    const story = (text: string): string => text.replace(/found after .*; shrunk|Replay: .*/g, '')
    expect(story(messageOf(again))).toBe(story(messageOf(first)))
  })

  test('fails with an example as with a generated value', async () => {
    const details = await checked(cache(true), {}, { examples: [[['c', 'b', 'c']]] })
    expect(details.numRuns).toBe(1)
    expect(details.counterexamplePath).toMatch(/^0:/)
    expect(details.counterexample).toHaveLength(1)
  })

  test('does so by the same seed in the same way', async () => {
    const runs = await Promise.all([checked(cache(true)), checked(cache(true))])
    const [one, two] = runs.map(({ counterexample, counterexamplePath, numRuns }) => ({
      counterexample,
      counterexamplePath,
      numRuns,
    }))
    expect(one).toEqual(two)
  })

  test('is not shrunk on demand, and replayed alone', async () => {
    const details = await checked(cache(true), {}, { endOnFailure: true })
    expect(details.numShrinks).toBe(0)
    expect(messageOf(details)).toContain('Replay: ')
  })

  test('fails by what the default oracles see as well: a timer that is left', async () => {
    const leaves = fc.asyncProperty(keys, async () => {
      const { together, pause } = world()
      await together(pause, pause)
      setTimeout(() => {}, 60_000)
    })
    expect(messageOf(await checked(leaves))).toContain('leaks')
    expect((await checked(leaves, { oracles: [] }, { numRuns: 3 })).failed).toBe(false)
  })

  test('fails by returning false, and where its hooks throw', async () => {
    const returns = fc.asyncProperty(keys, async () => {
      const { together, pause } = world()
      await together(pause, pause)
      return false
    })
    expect(messageOf(await checked(returns))).toContain('Property failed by returning false')
    const hooked = cache(false).beforeEach(() => {
      throw new Error('no database')
    })
    expect(messageOf(await checked(hooked))).toContain('no database')
  })
})

describe('a property that does not fail', () => {
  test('says how many schedules of how many values it has explored', async () => {
    const says = vi.fn()
    const { failed, numRuns } = await checked(cache(false), { schedules: 20, says })
    expect([failed, numRuns]).toEqual([false, 100])
    expect(says).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^2,000 schedules explored, [\d,]+ distinct; what shows in [\d.]+ % .*; 100 values$/),
    )
  })

  test('has the bound that the environment sets for all its values', async () => {
    vi.stubEnv('CROSSWIRE_BUDGET', '50')
    const says = vi.fn()
    await checked(cache(false), { says })
    expect(says).toHaveBeenCalledWith(
      expect.stringMatching(/^50 schedules explored.*; [0-9] of 100 values, then the budget was used up$/),
    )
    vi.unstubAllEnvs()
  })

  test('fails all the same where nothing could go another way, and says what to do', async () => {
    const vacuous = fc.asyncProperty(keys, async (all) => void (await Promise.all(all.map(async (key) => key))))
    await expect(checked(vacuous)).rejects.toMatchObject({
      name: 'RaceError',
      message: expect.stringMatching(/no execution had a choice[\s\S]*nothing can be said after 3,000 executions/),
    })
  })

  test('counts no value whose precondition does not hold, and judges none', async () => {
    const says = vi.fn()
    const property = fc.asyncProperty(keys, async (all) => {
      setTimeout(() => {}, 60_000)
      fc.pre(all.length === 2)
      throw new Error('two')
    })
    const { counterexample, numSkips } = await checked(property, { says })
    expect(counterexample?.[0]).toHaveLength(2)
    expect(numSkips).toBeGreaterThan(0)
    expect(says).not.toHaveBeenCalled()
  })

  test('runs its hooks in each execution', async () => {
    let hooks = 0
    let runs = 0
    const property = fc
      .asyncProperty(keys, async () => {
        runs++
        const { together, pause } = world()
        await together(pause, pause)
      })
      .beforeEach(() => void hooks++)
    await checked(property, { schedules: 5 }, { numRuns: 10 })
    expect(hooks).toBe(runs)
    expect(runs).toBeGreaterThanOrEqual(50)
  })
})

test('a value that an execution changes is whole again in the next one', async () => {
  const lengths = new Set<string>()
  const property = fc.asyncProperty(keys, fc.record({ n: fc.option(fc.bigInt()) }), async (all, record) => {
    const { together, pause } = world()
    const before = fc.stringify([all, record])
    lengths.add(before)
    const take = async () => {
      await pause()
      all.pop()
      record.n = 0n
    }
    await together(take, take)
  })
  await checked(property, {}, { numRuns: 5 })
  expect(lengths.size).toBeLessThanOrEqual(5)
})

test('a value that no token can hold says which parameters draw it again', async () => {
  const property = fc.asyncProperty(fc.func(fc.nat()), async () => {
    const { together, pause } = world()
    await together(pause, pause)
    throw new Error('always')
  })
  expect(messageOf(await checked(property))).toMatch(/ with \{ seed: 3, path: "[\d:]+", endOnFailure: true \} in the parameters/)
})

describe('what is refused by name', () => {
  const refused = async (run: () => unknown): Promise<HarnessError> => {
    const error = await (async () => run())().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(HarnessError)
    return error as HarnessError
  }

  test('a synchronous property, at once', async () => {
    const { code, help } = await refused(() =>
      fc.assert(
        fc.property(keys, () => true),
        { plugins: [race()] },
      ),
    )
    expect([code, help.expected]).toEqual(['BAD_OPTION', 'fc.asyncProperty'])
  })

  test.each([{ interruptAfterTimeLimit: 50 }, { skipAllAfterTimeLimit: 50 }])(
    'a time limit among the parameters, which would count virtual time: %o',
    async (limit) => {
      const { code, help } = await refused(() => checked(cache(false), {}, limit))
      expect([code, help.found]).toEqual(['BAD_OPTION', Object.keys(limit)[0]])
    },
  )

  test('a time limit behind the plugin; before it, it is one of real time', async () => {
    const inside = () => fc.assert(cache(false), { plugins: [race(), fc.interruptAfterTimeLimit(1)] })
    expect((await refused(inside)).code).toBe('BAD_OPTION')
    const says = vi.fn()
    const plugins = [fc.interruptAfterTimeLimit(1000), race({ says })]
    const { interrupted } = await fc.check(cache(false), { plugins, numRuns: 1e9, seed: 3 })
    expect(interrupted).toBe(true)
    expect(says).toHaveBeenCalledWith(expect.stringMatching(/; interrupted by fast-check$/))
  })

  test('options that cannot be', async () => {
    expect((await refused(() => checked(cache(false), { schedules: -1 }))).message).toContain('schedules: `-1`')
    expect((await refused(() => checked(cache(false), { strategy: 'luck' }))).message).toContain('no strategy named `luck`')
  })

  test('what a runtime refuses: a fake clock around it', async () => {
    vi.useFakeTimers()
    const { code } = await refused(() => checked(cache(false)))
    vi.useRealTimers()
    expect(code).toBe('FAKE_TIMERS_ACTIVE')
  })

  test('the world, outside of a property', async () => {
    expect((await refused(() => world())).code).toBe('OUTSIDE_A_RACE')
  })
})

test('an arbitrary that throws is told as fast-check tells it, and the next property runs', async () => {
  const broken = fc.nat().map((): string[] => {
    throw new Error('arbitrary')
  })
  await expect(checked(fc.asyncProperty(broken, async () => {}))).rejects.toThrow('arbitrary')
  expect((await checked(cache(false), {}, { numRuns: 3 })).failed).toBe(false)
})
