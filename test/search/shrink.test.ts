// Shrinking: the smallest workload, then the fewest slow tasks or deviations, with a budget of its own.
import { describe, expect, test } from 'vitest'
import { drawWorkloads } from '../../harness/callers/workloads.js'
import { calm, follow, followSteps, isHold } from '../../harness/core/policy.js'
import type { Counterexample } from '../../harness/core/report.js'
import type { Runtime } from '../../harness/core/runtime.js'
import type { CallersSpec, RaceId } from '../../harness/core/scenario.js'
import {
  type Candidate,
  decodeToken,
  drive,
  fixedWorkload,
  type SearchOptions,
  type SearchSubject,
  search,
  type Trial,
  type WorkloadSource,
} from '../../harness/search/index.js'
import { slowTasks } from '../../harness/search/shrink/slow-tasks.js'
import { withoutSome } from '../../harness/search/shrink/without-some.js'
import { portfolio, random } from '../../harness/strategies/index.js'
import { sequences } from '../strategies/subjects.js'
import { createToyRuntime, runToy, toySettings } from '../strategies/toy-runtime.js'
import { drawnWorkloads, sharedSlot, slowReader, workloadOf } from './toy-subjects.js'

const find = async (subject: SearchSubject, changes: Partial<SearchOptions> = {}): Promise<Counterexample> => {
  const options = { runtime: createToyRuntime(), strategy: portfolio(), seed: 3, budget: { executions: 5000 }, ...changes }
  const { counterexamples } = await search(subject, options)
  expect(counterexamples).toHaveLength(1)
  return counterexamples[0] as Counterexample
}

const numbers = (...list: readonly number[]): Candidate => followSteps(list.map((step) => ({ step, index: 1 }))).deviations
const stepsOf = (candidate: Candidate): number[] => candidate.map((change) => (isHold(change) ? -1 : change.step))

/** Fails where all of `needed` are there; counts what is asked. */
const needing = (...needed: readonly number[]) => {
  const asked: number[][] = []
  const failing = async (changes: Candidate) => {
    asked.push(stepsOf(changes))
    return needed.every((step) => stepsOf(changes).includes(step)) ? { changes, measures: [changes.length] } : null
  }
  const execution = runToy(
    sequences({ ann: 1 }, () => false),
    toySettings({ policy: calm, record: true }),
  )
  return { asked, trial: { failing, look: async () => execution, left: 1000 } }
}

const fewest = async (changes: Candidate, trial: Trial): Promise<Candidate> =>
  (await drive({ changes, measures: [changes.length] }, [withoutSome], trial)).changes

describe('passes', () => {
  test('withoutSome proposes nothing at all first, then ever smaller pieces left out, each piece once', () => {
    expect([...withoutSome(numbers(1, 2, 3, 4))].map(stepsOf)).toEqual([
      [],
      [1, 2],
      [3, 4],
      [1, 2, 3],
      [1, 2, 4],
      [1, 3, 4],
      [2, 3, 4],
    ])
    expect([...withoutSome(numbers(1))].map(stepsOf)).toEqual([[]])
    expect([...withoutSome([])]).toEqual([])
    for (const size of [5, 6, 7, 9]) {
      const all = Array.from({ length: size }, (_, i) => i)
      for (const candidate of withoutSome(numbers(...all))) expect(candidate.length).toBeLessThan(size)
    }
  })

  test('the driver keeps what is needed and nothing else, wherever it stands', async () => {
    const all = Array.from({ length: 24 }, (_, i) => i)
    for (const needed of [[], [0], [23], [3, 17], [0, 11, 12, 23], all]) {
      const { trial } = needing(...needed)
      expect(stepsOf(await fewest(numbers(...all), trial))).toEqual(needed)
    }
  })

  test('one needed change among 64 is found in a few dozen attempts', async () => {
    const { trial, asked } = needing(40)
    await fewest(numbers(...Array.from({ length: 64 }, (_, i) => i)), trial)
    // A bisection takes 6; the empty candidate and the wrong halves come on top.
    expect(asked.length).toBeLessThan(30)
  })
})

describe('slow tasks', () => {
  test('an overtaken task is held until what ran right before it', () => {
    // Bob first, ann last: ann's only task was overtaken by three.
    const body = sequences({ ann: 1, bob: 3 }, () => false)
    const execution = runToy(body, toySettings({ policy: follow([{ hold: 'ann|op|1', until: 'last' }]), record: true }))
    const candidates = [...slowTasks(execution)]
    expect(candidates[0]).toEqual([{ hold: 'ann|op|1', until: 'bob|op|3' }])
    expect(candidates).toContainEqual([{ hold: 'ann|op|1', until: 'last' }])
  })

  test('a calm execution has none', () => {
    const execution = runToy(
      sequences({ ann: 3, bob: 3 }, () => false),
      toySettings({ policy: calm, record: true }),
    )
    expect([...slowTasks(execution)]).toEqual([])
  })
})

describe('the schedule', () => {
  test('a task that is late by 4, 8 or 16 steps is one hold, not 3, 7 or 15 deviations', async () => {
    for (const steps of [4, 8, 16]) {
      // By PCT alone: one execution in two shows it.
      const { holds, deviations, shrink } = await find(slowReader(steps))
      expect(holds).toHaveLength(1)
      expect(deviations).toEqual([])
      expect(holds[0]).toMatchObject({ hold: 'ann|op|1', without: 'pass' })
      expect(shrink?.after).toMatchObject({ holds: 1, deviations: 0 })
    }
  })

  test('a failure of the calmest schedule needs nothing', async () => {
    expect(await find(sharedSlot(1))).toMatchObject({ holds: [], deviations: [] })
  })

  test('however it was found, by 40 seeds of random, it comes to one change', async () => {
    // 2^-4 per execution: 5,000 always find it.
    for (let seed = 0; seed < 40; seed++) {
      const { holds, deviations } = await find(slowReader(4), { strategy: random(), seed })
      expect(holds.length + deviations.length).toBe(1)
    }
  })

  test('the shrunk execution is recorded, and its deviations by key also tell step and index', async () => {
    const { execution, token } = await find(slowReader(4))
    expect(execution.steps.length).toBe(execution.stats.steps)
    expect(execution.deviations.length).toBeGreaterThan(0)
    expect(token).toMatch(/^cw1\./)
  })
})

describe('the workload', () => {
  test('comes down to two callers with one operation each', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { workload, shrink } = await find(slowReader(4, drawnWorkloads()), { seed })
      expect(workload.callers.map(({ operations }) => operations.length)).toEqual([1, 1])
      expect(shrink?.after).toMatchObject({ callers: 2, calls: 2 })
      expect(shrink?.before.callers).toBeGreaterThanOrEqual(2)
    }
  })

  test('operations keep their tokens while others go', async () => {
    const { workload, verdict } = await find(slowReader(4, drawnWorkloads()), { seed: 11 })
    const tokens = workload.callers.flatMap(({ operations }) => operations.map(({ token }) => token))
    expect(new Set(tokens).size).toBe(2)
    expect(tokens.some((token) => verdict.message.endsWith(token))).toBe(true)
  })

  test('another failure on the way is not followed', async () => {
    // With three callers or more the subject also throws; the swap that was found must stay a swap.
    const subject = slowReader(4, drawnWorkloads())
    const throwing: SearchSubject = {
      ...subject,
      expect: 'own-token',
      bodyFor: (workload) => {
        const body = subject.bodyFor(workload)
        return (controls) => ({
          ...(body(controls) as object),
          check: () => {
            if (workload.callers.length > 2) throw new RangeError('too many')
          },
        })
      },
    }
    const { verdict } = await find(throwing)
    expect(verdict).toMatchObject({ oracle: 'own-token', symptom: 'swap' })
  })
})

describe('workloads drawn by fast-check', () => {
  const spec: CallersSpec = { count: { min: 2, max: 5 }, operations: { add: (token) => ({ tag: token }) } }
  const source: WorkloadSource = { single: false, draw: (options, tryOne) => drawWorkloads(spec, options, tryOne) }

  test('shrink to two callers with one operation each, and their path leads there again', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const { workload, token } = await find(slowReader(4, source), { seed })
      expect(workload.callers.map(({ operations }) => operations.length)).toEqual([1, 1])
      const drawn = decodeToken(token).drawn ?? { seed: 0, path: '' }
      const again = await find(slowReader(4, source), drawn)
      expect(again.workload).toEqual(workload)
      expect(again.shrink?.before.callers).toBe(2)
    }
  })
})

describe('races of one oracle and symptom', () => {
  test('are kept apart by what they show: the one that was found stays that one', async () => {
    // With three callers or more it is another race than with two.
    const crowd: RaceId = {
      id: 'crowd',
      oracle: 'own-token',
      shows: (_, { history }) => new Set(history.map(({ actor }) => actor)).size > 2,
      says: '',
    }
    const pair: RaceId = { id: 'pair', oracle: 'own-token', says: '' }
    for (let seed = 0; seed < 6; seed++) {
      const { race, workload } = await find({ ...slowReader(4, drawnWorkloads()), races: [crowd, pair] }, { seed })
      expect([race, workload.callers.length]).toEqual(race === 'crowd' ? ['crowd', 3] : ['pair', 2])
    }
    expect(await find({ ...slowReader(4, drawnWorkloads()), races: [crowd, pair] }, { race: 'crowd' })).toMatchObject({
      race: 'crowd',
    })
  })
})

describe('the allowance', () => {
  const counting = (): { runtime: Runtime; count: () => number } => {
    const { name, execute } = createToyRuntime()
    let executions = 0
    return {
      runtime: {
        name,
        execute: (body, settings) => {
          executions++
          return execute(body, settings)
        },
      },
      count: () => executions,
    }
  }

  test('no more executions than allowed, and the failure is still told', async () => {
    for (const shrinkAtMost of [0, 1, 5, 20]) {
      const { runtime, count } = counting()
      const { shrink, scheduleNumber, verdict } = await find(slowReader(8, drawnWorkloads()), {
        runtime,
        shrinkAtMost,
        canaryEvery: 0,
        warmUp: false,
        explains: false,
      })
      expect(verdict.oracle).toBe('own-token')
      expect(shrink?.executions).toBeLessThanOrEqual(shrinkAtMost + 4)
      // Confirming takes two executions before and two after.
      expect(count()).toBeLessThanOrEqual(scheduleNumber + (shrink?.executions ?? 0) + 4)
    }
  })

  test('candidates that were tried before are not executed again', async () => {
    const { runtime, count } = counting()
    const { shrink, scheduleNumber } = await find(slowReader(4, fixedWorkload(workloadOf(1, 1))), {
      runtime,
      canaryEvery: 0,
      warmUp: false,
      explains: false,
    })
    expect(count()).toBeLessThanOrEqual(scheduleNumber + (shrink?.executions ?? 0) + 4)
    expect(shrink?.executions).toBeLessThan(25)
  })
})
