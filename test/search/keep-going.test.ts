// A search that goes on after a failure, and a failure of another kind that is met while one is made small.
import { describe, expect, test } from 'vitest'
import { drawWorkloads } from '../../harness/callers/workloads.js'
import type { SearchReport } from '../../harness/core/report.js'
import type { CallersSpec, RaceId } from '../../harness/core/scenario.js'
import type { RaceBody } from '../../harness/hosts/race-subject.js'
import { raceSubject } from '../../harness/hosts/race-subject.js'
import { createNodeRuntime } from '../../harness/runtimes/node/index.js'
import { createHunt } from '../../harness/search/hunt.js'
import { distinct, type SearchOptions, type SearchSubject, search, type WorkloadSource } from '../../harness/search/index.js'
import { signatureOf } from '../../harness/search/keeping.js'
import { mergeShares } from '../../harness/search/merge.js'
import { exhaustive, random } from '../../harness/strategies/index.js'
import '../support/run.js'
import { cutOptions, explorePlan } from './spread.js'
import { options } from './toy-search.js'
import { slowReader } from './toy-subjects.js'

/** With three callers or more it is another race than with two. */
const CROWD: RaceId = {
  id: 'crowd',
  oracle: 'own-token',
  shows: (_, { history }) => new Set(history.map(({ actor }) => actor)).size > 2,
  says: '',
}
const PAIR: RaceId = { id: 'pair', oracle: 'own-token', says: '' }

const spec: CallersSpec = { count: { min: 2, max: 4 }, operations: { add: (token) => ({ tag: token }) } }
const drawn: WorkloadSource = { single: false, draw: (options, tryOne) => drawWorkloads(spec, options, tryOne) }
const subject = (): SearchSubject => ({ ...slowReader(3, drawn), races: [CROWD, PAIR] })
const going = (changes: Partial<SearchOptions> = {}): SearchOptions =>
  options({ keepGoing: true, budget: { executions: 360 }, ...changes })
const racesOf = ({ counterexamples }: SearchReport) => counterexamples.map(({ race }) => race)

describe('keep going', () => {
  test('spends the whole budget and keeps one counterexample for each distinct failure', async () => {
    const report = await search(subject(), going())
    expect(report).toMatchObject({ outcome: 'fail', stopped: 'budget', executions: 360 })
    expect(racesOf(report).sort()).toEqual(['crowd', 'pair'])
    for (const { scheduleNumber } of report.counterexamples) expect(scheduleNumber).toBeLessThanOrEqual(360)
  })

  test('makes each as small as a search that ends with it', async () => {
    const { counterexamples } = await search(subject(), going())
    const sizes = counterexamples.map(({ race, shrink }) => [race, shrink?.after.callers, shrink?.after.calls])
    expect(sizes.sort()).toEqual([
      ['crowd', 3, 3],
      ['pair', 2, 2],
    ])
  })

  test('keeps that one race alone that is looked for', async () => {
    expect(racesOf(await search(subject(), going({ race: 'pair' })))).toEqual(['pair'])
  })

  test('says of a search without a failure what any search says', async () => {
    const { keepGoing: _, ...plain } = going()
    const never: SearchSubject = { ...subject(), oracles: [] }
    const [kept, ended] = [await search(never, going()), await search(never, plain)]
    expect({ ...kept, ms: 0 }).toEqual({ ...ended, ms: 0 })
  })

  test('finds the same whoever explores which share, in whatever order, over however many machines', async () => {
    const whole = await search(subject(), going())
    const tokens = whole.counterexamples.map(({ token }) => token)
    const of = 3
    const parts = await Promise.all(
      Array.from({ length: of }, (_, i) =>
        explorePlan({ subject: subject(), options: going(), most: 3, seed: of + i }, { index: i + 1, of }),
      ),
    )
    const shares = parts.flatMap((plan) => plan.accounts())
    const {
      account: { findings },
    } = mergeShares(shares, {
      recorded: true,
      keepGoing: true,
      ...cutOptions({ subject: subject(), options: going() }),
    })
    const hunt = createHunt(subject(), going())
    const again = await Promise.all(
      shares.map(({ share }) =>
        hunt.explore({ number: share, most: 120 }, { mayGoOn: () => true, elapsedMs: () => 0, isFinal: async () => true }),
      ),
    )
    const all = again.flatMap(({ counterexamples }) => counterexamples)
    expect(distinct(all, { findings, expect: null }).map(({ token }) => token)).toEqual(tokens)
  })
})

describe('two races of one oracle in ordinary code', () => {
  /** Each loses what another does between its two lines; the first is the commoner one by far. */
  const body: RaceBody = async ({ together, pause }) => {
    let balance = 0
    let stock = 0
    const deposit = async () => {
      const before = balance
      await pause('deposit')
      balance = before + 1
    }
    const deliver = async (steps: number) => {
      for (let i = 0; i < steps; i++) await pause('drive')
      const before = stock
      await pause('unload')
      stock = before + 1
    }
    await together(
      deposit,
      async () => {
        await pause('walk')
        await pause('queue')
        await deposit()
      },
      () => deliver(0),
      () => deliver(2),
    )
    if (balance !== 2 || stock !== 2) throw new Error('something is lost')
  }

  test('are told apart by their lines', async () => {
    const race = raceSubject('lost', body, { options: {}, seed: 0 })
    const report = await search(race, {
      runtime: createNodeRuntime(),
      strategy: random(),
      seed: 1,
      budget: { executions: 360 },
      keepGoing: true,
    })
    const kept = report.counterexamples.map(({ holds, deviations }) => JSON.stringify([holds, deviations]))
    expect(new Set(report.counterexamples.map(signatureOf)).size).toBe(report.counterexamples.length)
    expect(kept.some((text) => text.includes('deposit'))).toBe(true)
    expect(kept.some((text) => text.includes('unload'))).toBe(true)
  })
})

describe('another failure that is met on the way', () => {
  /** Where bob is late by three, he hangs; where he is late by more, he has lost ann's write. */
  const body: RaceBody = async ({ together, pause }) => {
    let written = 0
    await together(
      async () => {
        for (let i = 0; i < 5; i++) {
          await pause('write')
          written++
        }
      },
      async () => {
        await pause('read')
        if (written === 3) await new Promise<void>(() => {})
        if (written === 5) throw new RangeError('all of it is overwritten')
      },
    )
  }

  test('is kept as a second counterexample, small and certain, and is not followed', async () => {
    const race = raceSubject('both', body, { options: {}, seed: 0 })
    const { counterexamples } = await search(race, {
      runtime: createNodeRuntime(),
      strategy: exhaustive(),
      seed: 0,
      budget: { executions: 400 },
    })
    const told = counterexamples.map(({ verdict }) => verdict.oracle)
    expect(new Set(told)).toEqual(new Set(['threw', 'never-settles']))
    expect(counterexamples.map(({ metWhileShrinking }) => metWhileShrinking)).toEqual([undefined, true])
    for (const { holds, deviations, token } of counterexamples) {
      expect(holds.length + deviations.length).toBe(1)
      expect(token).toMatch(/^cw1\./)
    }
  })

  test('there is none where one race alone is looked for', async () => {
    const report = await search({ ...subject(), races: [CROWD, PAIR] }, options({ race: 'crowd' }))
    expect(racesOf(report)).toEqual(['crowd'])
  })
})
