// Random programs on real Node and in the simulated world. Where Node guarantees the whole order it is compared event by
// event, else both are held against the same guarantees, so a late machine cannot make these tests fail.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomWalk } from '../../support/run.js'
import { onNode, simulated } from '../both.js'
import { type Kind, program, type Step, scriptOf, violation } from './programs.js'

const SEED = 20240607

/** Trees of at most three levels below the root, three children each. */
const steps = (kinds: readonly Kind[], ms: readonly number[], nested: readonly Kind[] = kinds): fc.Arbitrary<readonly Step[]> => {
  const level = (depth: number): fc.Arbitrary<Step[]> =>
    fc.array(
      fc.record({
        kind: fc.constantFrom(...(depth === 0 ? kinds : nested)),
        ms: fc.constantFrom(...ms),
        children: depth === 3 ? fc.constant([]) : level(depth + 1),
      }),
      { minLength: depth === 0 ? 1 : 0, maxLength: 3 },
    )
  return level(0)
}

/** Shorter timers first: then each is due before those that follow, even if the machine stalls between two of them. */
const shorterFirst = (given: readonly Step[]): readonly Step[] => [...given].sort((a, b) => a.ms - b.ms)

const check = (arbitrary: fc.Arbitrary<readonly Step[]>, property: (steps: readonly Step[]) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(arbitrary, property), { seed: SEED, numRuns: 60 })

describe('where Node guarantees the whole order', () => {
  const same = async (given: readonly Step[]): Promise<void> => {
    const script = scriptOf(program(given))
    const events = await onNode(script)
    expect(await simulated(script)).toEqual(events)
    for (let seed = 1; seed <= 3; seed++) expect(await simulated(script, randomWalk(seed))).toEqual(events)
  }

  test('programs of immediates, ticks and promises show it under every schedule', () =>
    check(steps(['tick', 'promise', 'microtask', 'immediate'], [1]), same))

  test('programs of timers of one duration, ticks and promises show it under every schedule', () =>
    check(steps(['tick', 'promise', 'microtask', 'timer'], [1]), same))
})

describe('where Node guarantees a part of the order', () => {
  const kept = (flat: boolean) => async (given: readonly Step[]) => {
    const known = program(given)
    const script = scriptOf(known)
    // Real Node keeps the guarantees: else they are none, and what follows would show nothing.
    for (let i = 0; i < 2; i++) expect(violation(known, await onNode(script), flat)).toBeNull()
    expect(violation(known, await simulated(script), flat)).toBeNull()
    for (let seed = 1; seed <= 5; seed++) expect(violation(known, await simulated(script, randomWalk(seed)), flat)).toBeNull()
  }

  test('programs of timers, immediates, ticks and promises keep it under every schedule', () =>
    check(steps(['tick', 'promise', 'microtask', 'immediate', 'timer'], [1]), kept(false)))

  test('timers of several durations, armed in one go, keep theirs beside immediates', () =>
    check(
      steps(['timer', 'timer', 'immediate', 'tick'], [1, 3, 8], ['tick', 'promise', 'immediate']).map(shorterFirst),
      kept(true),
    ))
})

test('the guarantees tell a wrong order from a right one', () => {
  const leaf = (kind: Kind, ms = 1): Step => ({ kind, ms, children: [] })
  const known = program([
    { kind: 'immediate', ms: 1, children: [leaf('promise'), leaf('tick')] },
    leaf('immediate'),
    leaf('timer'),
  ])
  const judge = (...trace: number[]): string | null => violation(known, trace.map(String), true)
  expect(judge(0, 2, 1, 3, 4)).toBeNull()
  expect(judge(0, 1, 2, 3, 4)).toBe('block 0,2,1 shows as 0,1,2')
  expect(judge(3, 0, 2, 1, 4)).toBe('3 is not the next immediate, and no timer')
  expect(judge(0, 2, 1, 4, 3)).toBe('timer 4 amid immediates')
  expect(judge(4, 0, 2, 1, 3)).toBe('timer 4 before immediate 0')
  expect(judge(0, 2, 1, 3)).toBe('4 of 5 events')
  const two = program([leaf('timer', 3), leaf('timer', 1)])
  expect(violation(two, ['0', '1'], true)).toBe('timer 0 (3 ms) before timer 1 (1 ms)')
})
