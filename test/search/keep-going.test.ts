// A search that goes on after a failure, and a failure of another kind that is met while one is made small.
import { describe, expect, test } from 'vitest'
import { drawWorkloads } from '../../harness/callers/workloads.js'
import { calm } from '../../harness/core/policy.js'
import { mix } from '../../harness/core/random.js'
import type { Counterexample, SearchReport } from '../../harness/core/report.js'
import type { CallersSpec, RaceId } from '../../harness/core/scenario.js'
import type { Oracle } from '../../harness/core/verdict.js'
import type { RaceBody } from '../../harness/hosts/race-subject.js'
import { raceSubject } from '../../harness/hosts/race-subject.js'
import { createNodeRuntime } from '../../harness/runtimes/node/index.js'
import { createHunt } from '../../harness/search/hunt.js'
import {
  byKind,
  distinct,
  type Finding,
  numbered,
  type Plan,
  type SearchOptions,
  type SearchSubject,
  search,
  type WorkloadSource,
  withTokens,
} from '../../harness/search/index.js'
import { thinned, untoldNotes } from '../../harness/search/kinds.js'
import { mergeShares } from '../../harness/search/merge.js'
import { signatureOf } from '../../harness/search/signature.js'
import { exhaustive, random } from '../../harness/strategies/index.js'
import '../support/run.js'
import { cutOptions, explorePlan } from './spread.js'
import { onClock, options, watched } from './toy-search.js'
import { ownToken, slowReader } from './toy-subjects.js'

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

  const tokensOf = (counterexamples: readonly Counterexample[]) => counterexamples.map(({ token }) => token)
  /** Each kind by a process of its own. */
  const madeOf = async (plan: Plan): Promise<Counterexample[]> => {
    const kinds = byKind(plan.account().findings)
    return (await Promise.all(kinds.map((kind) => createHunt(subject(), going()).distinct(kind)))).flat()
  }

  test('finds the same whoever explores which share, in whatever order', async () => {
    const whole = tokensOf((await search(subject(), going())).counterexamples)
    for (const seed of [1, 2]) {
      const plan = await explorePlan({ subject: subject(), options: going(), most: 3, seed })
      expect(tokensOf(distinct(await madeOf(plan), null))).toEqual(whole)
    }
  })

  test('finds the same over several machines, each of which makes small what it has found', async () => {
    const whole = await search(subject(), going())
    const of = 3
    const machine = async (index: number) => {
      const plan = await explorePlan({ subject: subject(), options: going(), most: 3, seed: of + index }, { index, of })
      const made = await madeOf(plan)
      return { made, shares: withTokens(plan.accounts(), made) }
    }
    const parts = await Promise.all([1, 2, 3].map(machine))
    const { account } = mergeShares(
      parts.flatMap(({ shares }) => shares),
      { recorded: true, keepGoing: true, ...cutOptions({ subject: subject(), options: going() }) },
    )
    const made = new Map(parts.flatMap((part) => part.made.map((each) => [each.token, each] as const)))
    const all = account.findings.flatMap((finding) => numbered([made.get(finding.token ?? '') as Counterexample], finding))
    expect(tokensOf(distinct(all, null))).toEqual(tokensOf(whole.counterexamples))
    expect(distinct(all, null).map(({ scheduleNumber }) => scheduleNumber)).toEqual(
      whole.counterexamples.map(({ scheduleNumber }) => scheduleNumber),
    )
  })

  test('makes each race small once, however many shares have met it', async () => {
    const shrinking = async (executions: number): Promise<number> => {
      const { runtime, executions: all } = watched()
      const report = await search(subject(), going({ runtime, budget: { executions } }))
      expect(racesOf(report).sort()).toEqual(['crowd', 'pair'])
      return all.length - report.executions
    }
    // Four times as many shares cost a look at what they have found, one execution each, and the canary.
    const [few, many] = [await shrinking(240), await shrinking(960)]
    expect(many - few).toBeLessThan(few)
  })

  test('tells what it has found so far where it is interrupted, as it was found', async () => {
    const interrupt = new AbortController()
    const { runtime, executions } = watched()
    const watching: typeof runtime = {
      ...runtime,
      execute: (...args) => {
        if (executions.length > 150) interrupt.abort()
        return runtime.execute(...args)
      },
    }
    const report = await search(subject(), going({ runtime: watching, signal: interrupt.signal }))
    expect(report).toMatchObject({ outcome: 'fail', stopped: 'interrupted' })
    expect(racesOf(report).sort()).toEqual(['crowd', 'pair'])
    for (const { shrink } of report.counterexamples) expect(shrink?.after).toEqual(shrink?.before)
    expect(report.notes).toContainEqual(
      expect.stringContaining('interrupted: the findings are shrunk only as far as there was time'),
    )
  })

  test('loses none of the others where one cannot be had again, and says which', async () => {
    let judged = 0
    const flaky: Oracle = {
      name: 'flaky',
      judge: () => ({ oracle: 'flaky', outcome: judged++ === 20 ? 'fail' : 'pass', message: 'once' }),
    }
    const report = await search({ ...subject(), oracles: [flaky, ownToken], races: [] }, going())
    expect(report.counterexamples.map(({ verdict }) => verdict.oracle)).toContain('own-token')
    expect(report.notes).toContainEqual(
      expect.stringMatching(/^found in schedule \d+, and not made small before the end: flaky: once$/),
    )
  })

  test('makes small what it has found within a time', async () => {
    const { runtime, executions } = watched()
    onClock(() => executions.length / 5)
    const report = await search(subject(), going({ runtime, budget: { ms: 50 } }))
    expect(report).toMatchObject({ outcome: 'fail', stopped: 'budget' })
    expect(report.executions).toBeLessThanOrEqual(251)
    for (const { shrink } of report.counterexamples) expect(shrink?.executions).toBeGreaterThan(0)
  })
})

describe('the failures of one kind that are kept', () => {
  const finding = (n: number): Finding => ({
    ...{ workload: { callers: [], subjectSeed: 0 }, policy: calm, race: null, foundMs: 0, strategy: 'random' },
    verdict: { oracle: n % 3 === 0 ? 'rare' : 'common', outcome: 'fail', message: '' },
    traceHash: mix(n, 0, 0),
    scheduleNumber: n,
  })
  const all = Array.from({ length: 3000 }, (_, n) => finding(n))

  test('are bounded, with the first of each kind among them, and others from the whole search', () => {
    const kept = thinned(all)
    expect(byKind(kept).map(({ length }) => length)).toEqual([200, 200])
    expect(byKind(kept).map(([first]) => first?.scheduleNumber)).toEqual([0, 1])
    // Each of 200 is from the last third with 1/3: fewer than 20 of them are with less than 1e-13.
    expect(kept.filter(({ scheduleNumber }) => scheduleNumber > 2000).length).toBeGreaterThan(40)
  })

  test('are told by name where nobody has made them small', () => {
    const rare = 'found in schedule 0, and not made small before the end: rare: '
    expect(untoldNotes(all, [finding(1)])).toEqual([rare])
    expect(untoldNotes(all, [finding(1), finding(0)])).toEqual([])
  })

  test('are the same in whatever portions they come', () => {
    for (const size of [13, 400]) {
      let kept: readonly Finding[] = []
      for (let at = 0; at < all.length; at += size) kept = thinned([...kept, ...all.slice(at, at + size)])
      expect(kept).toEqual(thinned(all))
    }
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
    const [first, second] = counterexamples
    expect(first).not.toHaveProperty('metWhileShrinking')
    expect(second?.metWhileShrinking).toBeGreaterThan(0)
    expect(second?.metWhileShrinking).toBeLessThanOrEqual(first?.shrink?.executions ?? 0)
    expect(second?.scheduleNumber).toBe((first?.scheduleNumber ?? 0) + (second?.metWhileShrinking ?? 0))
    expect(second?.foundMs).toBeGreaterThan(first?.foundMs ?? 0)
    expect(second?.strategy).toBe('shrink')
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
