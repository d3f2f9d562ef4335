// Replaying a race file: by key, by index, by a search around it, and what is said where nothing of it fails any more.
import { describe, expect, test } from 'vitest'
import { type Change, follow, isHold } from '../../../harness/core/policy.js'
import { type SearchSubject, search } from '../../../harness/search/index.js'
import { type RaceFile, raceFileOf, replayRace } from '../../../harness/search/race-files/index.js'
import { portfolio, random } from '../../../harness/strategies/index.js'
import { createToyRuntime } from '../../strategies/toy-runtime.js'
import { drawnWorkloads, slowReader } from '../toy-subjects.js'

const runtime = createToyRuntime()

const found = async (subject: SearchSubject, { seed = 1, shrinkAtMost = 2000 } = {}): Promise<RaceFile> => {
  const strategy = shrinkAtMost === 0 ? random() : portfolio()
  const { counterexamples } = await search(subject, { runtime, strategy, seed, budget: { executions: 5000 }, shrinkAtMost })
  const [counterexample] = counterexamples
  if (counterexample === undefined) throw new Error('nothing was found')
  return raceFileOf(counterexample, { folder: '/races', cwd: '/', versions: { crosswire: '0.0.0' } })
}

const renamed = (race: RaceFile, rename: (key: string) => string): RaceFile => ({
  ...race,
  policy: follow(
    race.policy.deviations.map(
      (change): Change => (isHold(change) ? { ...change, hold: rename(change.hold) } : { ...change, at: rename(change.at) }),
    ),
  ),
})

const repaired: SearchSubject = { ...slowReader(6), oracles: [] }

describe('a race file', () => {
  test('is held by its keys, for 10 seeds', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const race = await found(slowReader(6, drawnWorkloads()), { seed })
      expect(await replayRace(slowReader(6), race, { runtime })).toMatchObject({
        ...{ outcome: 'fails', heldBy: 'key', schedules: 0, isSame: true, divergence: null },
      })
    }
  })

  test('is held by index where its keys are gone', async () => {
    const race = renamed(await found(slowReader(6)), (key) => key.replace('|op|', '|other|'))
    const replayed = await replayRace(slowReader(6), race, { runtime })
    expect(replayed).toMatchObject({ outcome: 'fails', heldBy: 'index', schedules: 0, isSame: true })
    expect(replayed.divergence?.found).toContain('no task')
  })

  test('is found again near it where neither keys nor indices lead there', async () => {
    const { byIndex: _, ...race } = await found(slowReader(6))
    const moved = renamed(race, (key) => key.replace(/\d+$/, (n) => String(Number(n) + 3)))
    for (let seed = 0; seed < 20; seed++) {
      const replayed = await replayRace(slowReader(6), { ...moved, policy: { ...moved.policy, seed } }, { runtime })
      expect(replayed).toMatchObject({ outcome: 'fails', heldBy: 'search', isSame: true })
      expect(replayed.schedules).toBeLessThanOrEqual(200)
    }
  })

  test('says nothing of another subject, nor where the search around it was interrupted', async () => {
    const race = await found(slowReader(6))
    expect(await replayRace(repaired, race, { runtime })).toMatchObject({ outcome: 'passes now', divergence: null })
    expect(await replayRace({ ...repaired, id: 'another' }, race, { runtime })).toMatchObject({
      outcome: 'diverged',
      divergence: { found: '`another`' },
    })
    expect(await replayRace(repaired, race, { runtime, signal: AbortSignal.abort() })).toMatchObject({
      outcome: 'diverged',
      divergence: { found: 'an interrupt' },
    })
  })

  test('is replayed as it was drawn where nothing was shrunk', async () => {
    const race = await found(slowReader(4), { shrinkAtMost: 0 })
    expect(race.policy.pick).toBe('uniform')
    expect(await replayRace(slowReader(4), race, { runtime })).toMatchObject({ outcome: 'fails', heldBy: 'key' })
  })

  test('passes now where the bug is gone, after a search around it or without one', async () => {
    const race = await found(slowReader(6))
    expect(await replayRace(repaired, race, { runtime })).toMatchObject({ outcome: 'passes now', heldBy: null, schedules: 200 })
    const only = { runtime, evenIfItFits: false }
    expect(await replayRace(repaired, race, only)).toMatchObject({ outcome: 'passes now', schedules: 0, divergence: null })
  })

  test('passes now where it does not fit any more and nothing near it fails; without a search it has diverged', async () => {
    const race = renamed(await found(slowReader(6)), (key) => key.replace('|op|', '|other|'))
    expect(await replayRace(repaired, race, { runtime })).toMatchObject({ outcome: 'passes now', schedules: 200 })
    const unsearched = await replayRace(repaired, race, { runtime, schedules: 0 })
    expect(unsearched).toMatchObject({ outcome: 'diverged', divergence: { found: expect.stringContaining('no task') } })
  })

  test('has diverged where nobody is left of whom it tells, under another model, and where nothing can be judged', async () => {
    const race = await found(slowReader(6))
    const foreign = renamed(race, () => 'zoe|op|1')
    expect(await replayRace(repaired, foreign, { runtime })).toMatchObject({ outcome: 'diverged' })
    expect(await replayRace(repaired, { ...race, model: 'loop0' }, { runtime })).toMatchObject({
      outcome: 'diverged',
      divergence: { expected: 'model loop0' },
    })
    const short: SearchSubject = { ...repaired, limits: { steps: 1 } }
    expect(await replayRace(short, race, { runtime })).toMatchObject({ outcome: 'diverged' })
  })

  test('has diverged where an operation of it is there no more, or where nobody did any', async () => {
    const race = await found(slowReader(6))
    const one = { runtime, evenIfItFits: false }
    const doing = (...operations: readonly string[]): SearchSubject => ({ ...repaired, operations })
    expect(await replayRace(doing('add', 'get'), race, one)).toMatchObject({ outcome: 'passes now' })
    expect(await replayRace(doing('get'), race, one)).toMatchObject({
      outcome: 'diverged',
      divergence: { found: 'no operation `add`' },
    })
    const idle: RaceFile = { ...race, workload: { ...race.workload, callers: [] }, policy: follow([]) }
    expect(await replayRace(repaired, idle, one)).toMatchObject({
      outcome: 'diverged',
      divergence: { expected: 'operations to judge' },
    })
    expect(await replayRace({ ...repaired, recordsOperations: false }, idle, one)).toMatchObject({ outcome: 'passes now' })
    expect(await replayRace({ ...slowReader(6), operations: ['get'] }, race, one)).toMatchObject({ outcome: 'fails' })
  })

  test('another failure than its own counts, and is told apart', async () => {
    const race = await found(slowReader(6))
    const other = { ...race, verdict: { ...race.verdict, oracle: 'another' } }
    expect(await replayRace(slowReader(6), other, { runtime })).toMatchObject({ outcome: 'fails', isSame: false, heldBy: 'key' })
  })

  test('takes no more steps than it may', async () => {
    const race = await found(slowReader(6))
    const { schedules } = await replayRace(repaired, race, { runtime, steps: 40 })
    expect(schedules).toBeGreaterThan(0)
    expect(schedules).toBeLessThan(10)
  })
})
