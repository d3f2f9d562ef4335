// Every race file of this repository is replayed again and again: a thousand replays in all, and a thousand times its own failure.
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyScenario } from '../../../harness/core/scenario.js'
import { isAbsent, scenarios } from '../../support/scenarios.js'
import { type RegisteredRace, type Replayed, registeredRaces, replayed, subjectOf } from './registry.js'

const REPLAYS = 1000
/** Where an execution takes ten thousand steps and more, or a whole stack of http: as long as a hundred of the others, or as ten. */
const OF_A_LONG_ONE = 3
const OF_A_PACKAGE = 15
/** Each is recorded, and has a process of its own. */
const OF_PYTHON = 15
const LONG = 5000

interface Prepared extends RegisteredRace {
  readonly subject: Replayed
  readonly traceHash: number
  /** `null`: as many as are left. */
  readonly few: number | null
}

const fewOf = ({ race, scenario }: RegisteredRace, steps: number): number | null => {
  if (steps > LONG) return OF_A_LONG_ONE
  if (scenario.python !== undefined) return OF_PYTHON
  return race.id.startsWith('npm/') ? OF_A_PACKAGE : null
}

test('each faulty variant and each half-fix of the registry has a race file', () => {
  const present = scenarios.filter((scenario) => !isAbsent(scenario))
  const faulty = present.flatMap(({ name, expect: expected = {} }) =>
    Object.keys(expected).flatMap((variant) => (expected[variant] === 'pass' ? [] : [`${name} / ${variant}`])),
  )
  expect([...new Set(registeredRaces.map(({ race, variant }) => `${race.id} / ${variant}`))].sort()).toEqual(faulty.sort())
})

/** None where no release of a package is repaired. */
const repairedOf = ({ expect: expected = {} }: AnyScenario): string[] =>
  ['fixed', 'fixed-usage'].filter((variant) => expected[variant] === 'pass')

test('none of them fails on the repaired twin', async () => {
  for (const each of registeredRaces) {
    for (const variant of repairedOf(each.scenario)) {
      const { outcome } = await replayed(await subjectOf({ ...each, variant }), each.race, { schedules: 20 })
      expect(outcome, each.name).toBe('passes now')
    }
  }
})

describe('a thousand replays', () => {
  const done = { replays: 0, failures: 0 }
  afterAll(() => {
    console.log(
      `${done.failures.toLocaleString('en')} of ${done.replays.toLocaleString('en')} replays of ${registeredRaces.length} race files fail as recorded, by key`,
    )
  })

  test('fail a thousand times, each in its own way, by key and with the same trace', async () => {
    const races: Prepared[] = []
    for (const each of registeredRaces) {
      const subject = await subjectOf(each)
      const { execution } = await replayed(subject, each.race)
      races.push({ ...each, subject, traceHash: execution.traceHash, few: fewOf(each, execution.stats.steps) })
    }
    const fast = races.filter(({ few }) => few === null).length
    const slow = races.reduce((sum, { few }) => sum + (few ?? 0), 0)
    for (const { race, name, subject, traceHash, few } of races) {
      for (let i = 0; i < (few ?? Math.ceil((REPLAYS - slow) / fast)); i++) {
        const replay = await replayed(subject, race, { warmUp: false })
        done.replays++
        const { outcome, isSame, heldBy, execution } = replay
        expect({ name, outcome, isSame, heldBy, traceHash: execution.traceHash }).toEqual({
          ...{ name, outcome: 'fails', isSame: true, heldBy: 'key', traceHash },
        })
        done.failures++
      }
    }
    expect(done.replays).toBeGreaterThanOrEqual(REPLAYS)
    expect(done.failures).toBe(done.replays)
  })
})
