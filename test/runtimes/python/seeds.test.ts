// The Python twins of a cache under the one search: the faulty one is found by every seed, the locked one by none.
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { preparePython } from '../../../harness/cli/child/python/prepare-python.js'
import { pythonHost } from '../../../harness/cli/child/python/python-host.js'
import { SUBJECT } from '../../../harness/cli/child/python/python-scenario.js'
import { search } from '../../../harness/search/index.js'
import { portfolio } from '../../../harness/strategies/index.js'
import { python } from '../../support/pythons.js'

const fileOf = (name: string) => ({ file: fileURLToPath(new URL(`../../fixtures/python/${name}.py`, import.meta.url)), python })

const prepared = new Map<string, ReturnType<typeof prepare>>()
const prepare = async (name: string) => {
  const target = fileOf(name)
  const { scenario } = await pythonHost(target, 1000)
  return preparePython(scenario, SUBJECT, target)
}
const of = (name: string) => {
  const known = prepared.get(name) ?? prepare(name)
  prepared.set(name, known)
  return known
}
afterAll(async () => {
  for (const each of prepared.values()) await (await each).close()
})

const searchOf = async (name: string, seed: number, executions: number) => {
  const { subject, runtime, portfolio: strategy = portfolio() } = await of(name)
  return search(subject, {
    runtime,
    strategy,
    seed,
    budget: { executions },
    shrinkAtMost: 0,
    explains: false,
  })
}

describe.skipIf(python === '')('two sessions for one key', () => {
  test('are found by each of 30 seeds', async () => {
    const found: number[] = []
    for (let seed = 1; seed <= 30; seed++) {
      const { outcome, counterexamples } = await searchOf('cache_race', seed, 400)
      expect({ seed, outcome }).toEqual({ seed, outcome: 'fail' })
      found.push(counterexamples[0]?.scheduleNumber ?? Number.NaN)
    }
    // The same seeds find the same: 4 is what it is by now, and 20 what is asked for.
    expect(found.sort((a, b) => a - b)[15]).toBeLessThanOrEqual(20)
  })

  test('are never made under a lock', async () => {
    const { outcome, executions } = await searchOf('fixed_cache_race', 1, 2000)
    expect({ outcome, executions }).toEqual({ outcome: 'pass', executions: 2000 })
  })
})
