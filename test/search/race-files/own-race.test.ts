// Two races that fail in one way: one of them is known, and the other is found in its place once the first is mended.
import { describe, expect, test } from 'vitest'
import { type RaceBody, raceSubject } from '../../../harness/hosts/race-subject.js'
import { createNodeRuntime } from '../../../harness/runtimes/node/index.js'
import { search } from '../../../harness/search/index.js'
import { createKeeper, type RaceFile, raceFileOf, replayRace } from '../../../harness/search/race-files/index.js'
import { random } from '../../../harness/strategies/index.js'
import '../../support/run.js'

interface Wards {
  readonly firstIsMended?: boolean
  readonly secondIsMended?: boolean
  /** What the first race is called by the scheduler. */
  readonly name?: string
}

const wards =
  ({ firstIsMended = false, secondIsMended = false, name = 'first' }: Wards): RaceBody =>
  async ({ together, pause }) => {
    const beds = { first: 0, second: 0 }
    const admit = async () => {
      const before = beds.first
      if (!firstIsMended) await pause(name)
      beds.first = before + 1
    }
    const release = async () => {
      const before = beds.second
      if (!secondIsMended) await pause('second')
      beds.second = before + 1
    }
    const walk = async () => {
      await pause('walk')
      await pause('stairs')
    }
    await together(
      async () => {
        await admit()
        await release()
      },
      async () => {
        await walk()
        await admit()
        await walk()
        await release()
      },
    )
    if (beds.first + beds.second !== 4) throw new Error('a bed is lost')
  }

const runtime = createNodeRuntime()
const versions = { crosswire: '0.0.0', node: '20.0.0' }
const KNOWN = { until: '2999-12-31', reason: 'to be mended' }
const subjectOf = (how: Wards) => raceSubject('wards.test.ts > loses no bed', wards(how), { options: {}, seed: 0 })

const knownRaceOf = async (how: Wards, { withPlaces = false } = {}): Promise<RaceFile> => {
  const { counterexamples } = await search(subjectOf(how), { runtime, strategy: random(), seed: 1, budget: { executions: 200 } })
  const [counterexample] = counterexamples
  if (counterexample?.explanation?.pair == null) throw new Error('no pair of lines was found')
  const { byIndex, ...race } = raceFileOf(counterexample, { folder: process.cwd(), cwd: process.cwd(), versions })
  // By its place alone it would be found without a search.
  return { ...race, ...(withPlaces && byIndex !== undefined ? { byIndex } : {}), known: KNOWN }
}

describe('a race that is known', () => {
  test('makes no other known that fails in its way, where that is found near it', async () => {
    const race = await knownRaceOf({ secondIsMended: true })
    const replayed = await replayRace(subjectOf({ firstIsMended: true }), race, { runtime })
    expect(replayed).toMatchObject({ outcome: 'fails', heldBy: 'search', isSame: true, isOwn: false })
    const stored = { path: `${process.cwd()}/wards.json`, race }
    const keeper = createKeeper({ folder: process.cwd(), stored: [stored], cwd: process.cwd(), versions })
    expect(keeper.replayed(stored, replayed)).toBeNull()
  })

  test('makes no other known that its places lead to', async () => {
    const race = await knownRaceOf({ secondIsMended: true }, { withPlaces: true })
    const replayed = await replayRace(subjectOf({ firstIsMended: true }), race, { runtime })
    expect(replayed).toMatchObject({ outcome: 'fails', isSame: true, isOwn: false })
  })

  test('makes no other known that the calmest schedule shows, as it did that one', async () => {
    const calmest = async (how: Wards): Promise<RaceFile> => {
      const race = await knownRaceOf(how)
      return { ...race, policy: { ...race.policy, deviations: [] } }
    }
    const race = await calmest({ secondIsMended: true })
    for (const [how, isOwn] of [
      [{ secondIsMended: true }, true],
      [{ firstIsMended: true }, false],
    ] as const) {
      const replayed = await replayRace(subjectOf(how), race, { runtime })
      expect(replayed).toMatchObject({ outcome: 'fails', isSame: true, isOwn })
    }
  })

  test('stays known where it is found near itself', async () => {
    const race = await knownRaceOf({ secondIsMended: true })
    const replayed = await replayRace(subjectOf({ secondIsMended: true, name: 'called otherwise' }), race, { runtime })
    expect(replayed).toMatchObject({ outcome: 'fails', heldBy: 'search', isSame: true, isOwn: true })
  })

  test('is not looked at any closer where the file says nothing of that', async () => {
    const { known: _, ...race } = await knownRaceOf({ secondIsMended: true })
    const replayed = await replayRace(subjectOf({ firstIsMended: true }), race, { runtime })
    expect(replayed).toMatchObject({ outcome: 'fails', heldBy: 'search', isOwn: true })
  })
})
