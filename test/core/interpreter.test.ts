// What a policy means: holds, deviations, change points, redraws, weights; and that draws do not shift.
import { describe, expect, test } from 'vitest'
import type { Access, ChoicePoint, Option } from '../../harness/core/choice.js'
import { interpret } from '../../harness/core/interpreter.js'
import { calm, follow, followSteps, type Policy } from '../../harness/core/policy.js'
import { hashText } from '../../harness/core/random.js'

const option = (key: string, access: Access | null = null, lane = 'io'): Option => ({
  key,
  hash: hashText(key),
  actor: key.split('|')[0] as string,
  lane,
  access,
})

const task = (actor: string, n = 1): Option => option(`${actor}|op|${n}`)

const run = (step: number, options: readonly Option[], running = -1): ChoicePoint => ({
  kind: 'run',
  key: (options[0] as Option).key,
  step,
  options,
  running,
})

const data = (kind: ChoicePoint['kind'], step: number, count: number): ChoicePoint => ({
  ...run(
    step,
    Array.from({ length: count }, (_, i) => option(`${i}`)),
  ),
  kind,
  key: `ann|${kind}|1`,
})

const [ann, bob, cat] = [task('ann'), task('bob'), task('cat')]
const uniform = (seed: number, stay = 0): Policy => ({ seed, deviations: [], pick: 'uniform', stay })
const byOption = (seed: number, redrawOnClash = false): Policy => ({
  seed,
  deviations: [],
  pick: 'priority',
  over: 'option',
  changeAt: [],
  redrawOnClash,
})
const seeds = Array.from({ length: 200 }, (_, i) => i)

describe('holds', () => {
  test('a held task is not taken while there is another one, and is taken when it is alone', () => {
    const { decide, unmet } = interpret(follow([{ hold: ann.key, until: 'last' }]))
    expect(decide(run(0, [ann, bob, cat]))).toBe(1)
    expect(decide(run(1, [ann, cat]))).toBe(1)
    expect(unmet()).toEqual([])
  })

  test('a hold ends once the task that it waits for has been taken', () => {
    const { decide } = interpret(follow([{ hold: ann.key, until: cat.key }]))
    expect(decide(run(0, [ann, bob, cat]))).toBe(1)
    expect(decide(run(1, [ann, cat]))).toBe(1)
    expect(decide(run(2, [ann, task('cat', 2)]))).toBe(0)
  })

  test('a hold also ends when a deviation takes the task that it waits for', () => {
    const { decide } = interpret(follow([{ hold: ann.key, until: cat.key }, ...followSteps([{ step: 0, index: 2 }]).deviations]))
    expect(decide(run(0, [ann, bob, cat]))).toBe(2)
    expect(decide(run(1, [ann, bob]))).toBe(0)
  })

  test('the first of the options is taken where all of them are held', () => {
    const { decide } = interpret(follow([ann, bob].map(({ key }) => ({ hold: key, until: 'last' }))))
    expect(decide(run(0, [bob, ann]))).toBe(0)
    expect(decide(run(1, [bob, ann, cat]))).toBe(2)
  })

  test('data is not held, and a hold whose task never came is unmet', () => {
    const hold = { hold: '1', until: 'last' }
    const { decide, unmet } = interpret({ ...uniform(3), deviations: [hold] })
    const free = interpret(uniform(3))
    for (let step = 0; step < 50; step++) expect(decide(data('delay', step, 3))).toBe(free.decide(data('delay', step, 3)))
    expect(unmet()).toEqual([hold])
  })

  test('the policy draws among what is left: a held task never, the others all', () => {
    const { decide } = interpret({ ...uniform(1), deviations: [{ hold: bob.key, until: 'last' }] })
    const taken = new Set(seeds.map((step) => decide(run(step, [ann, bob, cat], 1))))
    expect([...taken].sort()).toEqual([0, 2])
  })
})

describe('deviations', () => {
  test('by key: the n-th time that the place is asked, that option, wherever it stands', () => {
    const change = { at: ann.key, nth: 2, step: 99, take: cat.key, index: 1 }
    const { decide, unmet } = interpret(follow([change]))
    expect(decide(run(0, [ann, cat]))).toBe(0)
    expect(decide(run(1, [bob, cat]))).toBe(0)
    expect(unmet()).toEqual([change])
    expect(decide(run(2, [ann, bob, cat]))).toBe(2)
    expect(unmet()).toEqual([])
  })

  test('by step: that index, and unmet where the place has fewer options or never came', () => {
    const policy = followSteps([
      { step: 1, index: 2 },
      { step: 3, index: 1 },
      { step: 4, index: 2 },
      { step: 9, index: 1 },
    ])
    const { decide, unmet } = interpret(policy)
    expect([0, 1, 4].map((step) => decide(run(step, step === 4 ? [ann, bob] : [ann, bob, cat])))).toEqual([0, 2, 0])
    expect(unmet()).toEqual(policy.deviations.slice(1))
  })

  test('steps are followed in whatever order they are written', () => {
    const { deviations } = followSteps([
      { step: 1, index: 1 },
      { step: 2, index: 1 },
    ])
    const { decide, unmet } = interpret(follow([...deviations].reverse()))
    expect([0, 1, 2, 3].map((step) => decide(run(step, [ann, bob])))).toEqual([0, 1, 1, 0])
    expect(unmet()).toEqual([])
  })

  test('a key comes before a step', () => {
    const change = { at: ann.key, nth: 1, step: 0, take: cat.key, index: 2 }
    const { decide } = interpret(follow([...followSteps([{ step: 0, index: 1 }]).deviations, change]))
    expect(decide(run(0, [ann, bob, cat]))).toBe(2)
  })

  test('a deviation leaves every other draw as it was', () => {
    const plain = interpret(uniform(5))
    const deviating = interpret({ ...uniform(5), deviations: followSteps([{ step: 7, index: 2 }]).deviations })
    for (const step of seeds) {
      const expected = step === 7 ? 2 : plain.decide(run(step, [ann, bob, cat]))
      expect(deviating.decide(run(step, [ann, bob, cat]))).toBe(expected)
    }
  })
})

describe('draws', () => {
  test.each([
    ['uniform', uniform(11)],
    ['uniform that stays', uniform(11, 0x80000000)],
    ['priority', byOption(11)],
  ])('%s: a choice point that is left out shifts no later draw', (_, policy) => {
    const point = (step: number): ChoicePoint =>
      step % 5 === 0 ? data('chunk', step, 4) : run(step, [task('ann', step), task('bob', step), task('cat', step)], step % 3)
    const all = interpret(policy)
    const some = interpret(policy)
    for (const step of seeds) {
      const answer = all.decide(point(step))
      if (step % 3 !== 0) expect(some.decide(point(step))).toBe(answer)
    }
  })

  test('neighbouring seeds do not walk the same schedules', () => {
    const walks = seeds.map((seed) => {
      const { decide } = interpret(uniform(seed))
      return new Set(
        Array.from({ length: 16 }, (_, i) => Array.from({ length: 8 }, (_, j) => decide(run(8 * i + j, [ann, bob]))).join('')),
      )
    })
    // Two sets of 16 out of 256 words share one on average; with seed and step mixed by xor they shared half and more.
    const shared = seeds.slice(1).map((i) => [...(walks[i] as Set<string>)].filter((word) => walks[i - 1]?.has(word)).length)
    expect(shared.reduce((a, b) => a + b, 0) / shared.length).toBeLessThan(2)
  })

  test('first is calm in data; the others draw delays evenly and leave the rest calm half of the time', () => {
    const calmly = interpret(calm)
    const drawn = interpret(uniform(2))
    const count = (kind: ChoicePoint['kind']): number[] => {
      const counts = [0, 0, 0, 0]
      for (let step = 0; step < 4000; step++) {
        expect(calmly.decide(data(kind, step, 4))).toBe(0)
        const answer = drawn.decide(data(kind, step, 4))
        counts[answer] = (counts[answer] as number) + 1
      }
      return counts
    }
    // Standard deviation of 1,000 of 4,000: 27; of 2,000: 32; of 667: 24. The bounds lie five of them away.
    for (const each of count('delay')) expect(Math.abs(each - 1000)).toBeLessThan(137)
    const [stays = 0, ...others] = count('chunk')
    expect(Math.abs(stays - 2000)).toBeLessThan(158)
    for (const each of others) expect(Math.abs(each - 667)).toBeLessThan(118)
  })

  test('stay goes on with the running actor as often as its threshold says', () => {
    const { decide } = interpret(uniform(4, 0xc0000000))
    let stayed = 0
    for (let step = 0; step < 4000; step++) if (decide(run(step, [ann, bob, cat, task('dan')], 2)) === 2) stayed++
    // 3/4 by the threshold and a quarter of the rest: 13/16 of 4,000 = 3,250, standard deviation 25.
    expect(Math.abs(stayed - 3250)).toBeLessThan(125)
  })
})

describe('priorities', () => {
  const lanes = (seed: number, changeAt: readonly number[]): Policy => ({ ...byOption(seed), over: 'lane', changeAt }) as Policy

  test('over lanes: all tasks of one actor and lane have one priority; a timer and I/O of one actor can differ', () => {
    const timer = option('ann|timer|1', null, 'timer')
    let apart = 0
    for (const seed of seeds) {
      const { decide } = interpret(lanes(seed, []))
      const first = decide(run(0, [ann, bob]))
      expect(decide(run(1, [task('ann', 2), task('bob', 7)]))).toBe(first)
      if (decide(run(2, [ann, bob, timer])) === 2) apart++
    }
    // The timer's lane is the highest of three in a third of the seeds: 67, standard deviation 6.7.
    expect(Math.abs(apart - 67)).toBeLessThan(34)
  })

  test('at a change point the one that would run falls below all others, even where the point itself is not asked', () => {
    for (const seed of seeds) {
      const { decide } = interpret(lanes(seed, [3]))
      const first = decide(run(2, [ann, bob]))
      expect(decide(run(5, [ann, bob]))).toBe(1 - first)
      expect(decide(run(6, [ann, bob]))).toBe(1 - first)
    }
  })

  test('of two that were lowered the one lowered later is below', () => {
    for (const seed of seeds) {
      const { decide } = interpret(lanes(seed, [1, 2]))
      const first = decide(run(0, [ann, bob]))
      expect([1, 2, 3].map((step) => decide(run(step, [ann, bob])))).toEqual([1 - first, first, first])
    }
  })

  test('over options: a known clash draws the others again, an unknown or disjoint access does not', () => {
    const on = (key: string, name: string, write = true) => option(key, { on: name, write })
    const changes = (others: readonly Option[]): number =>
      seeds.filter((seed) => {
        const { decide } = interpret(byOption(seed, true))
        const fresh = interpret(byOption(seed))
        const [a, b, c] = others as [Option, Option, Option]
        const index = decide(run(0, [a, b, c]))
        const left = [a, b, c].filter((_, i) => i !== index)
        return decide(run(1, left)) !== fresh.decide(run(1, left))
      }).length
    // Two priorities drawn anew swap half of the time: 100 of 200, standard deviation 7.
    expect(Math.abs(changes([on('a|x|1', 'f'), on('b|x|1', 'f'), on('c|x|1', 'f')]) - 100)).toBeLessThan(36)
    expect(changes([on('a|x|1', 'f'), on('b|x|1', 'g'), on('c|x|1', 'h')])).toBe(0)
    expect(changes([on('a|x|1', 'f', false), on('b|x|1', 'f', false), on('c|x|1', 'f', false)])).toBe(0)
    expect(changes([ann, bob, cat])).toBe(0)
  })
})

describe('weights', () => {
  const weighted = (seed: number, weights: Record<string, number>): Policy => ({
    seed,
    deviations: [],
    pick: 'weighted',
    weights,
  })

  test('an actor is drawn by what is left of its weight, however many options it has', () => {
    const options = [ann, option('ann|timer|1', null, 'timer'), bob]
    const counts = [0, 0, 0]
    for (let seed = 0; seed < 4000; seed++) {
      const answer = interpret(weighted(seed, { ann: 3, bob: 1 })).decide(run(0, options))
      counts[answer] = (counts[answer] as number) + 1
    }
    // 3/8, 3/8 and 2/8 of 4,000; standard deviations 31 and 27.
    for (const [index, expected] of [1500, 1500, 1000].entries())
      expect(Math.abs((counts[index] ?? 0) - expected)).toBeLessThan(155)
  })

  test('every order of two sequences is equally likely when the weights are their lengths', () => {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 6000; seed++) {
      const { decide } = interpret(weighted(seed, { ann: 2, bob: 2 }))
      const left: Record<string, number> = { ann: 2, bob: 2 }
      let order = ''
      for (let step = 0; order.length < 4; step++) {
        const ready = ['ann', 'bob'].filter((actor) => (left[actor] ?? 0) > 0)
        const index =
          ready.length === 1
            ? 0
            : decide(
                run(
                  step,
                  ready.map((actor) => task(actor, left[actor])),
                ),
              )
        const actor = ready[index] as string
        left[actor] = (left[actor] ?? 0) - 1
        order += actor[0]
      }
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    // Six orders, 1,000 each; standard deviation 29. A walk that draws evenly would give aabb and bbaa 1,500 each.
    expect(counts.size).toBe(6)
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(145)
  })

  test('actors without a weight, also those named as a property of every object, weigh one', () => {
    const options = [task('constructor'), task('__proto__'), task('toString')]
    const taken = new Set(seeds.map((seed) => interpret(weighted(seed, {})).decide(run(0, options))))
    expect([...taken].sort()).toEqual([0, 1, 2])
  })
})
