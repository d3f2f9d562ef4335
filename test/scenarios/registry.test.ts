// Every scenario of the registry: what is faulty is found, what is repaired survives, and each race of its list can be shown.
// A new scenario gets its tests by being registered.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from '../../scenarios/index.js'
import { isAbsent, scenarios } from '../support/scenarios.js'
import { findings, hunt } from './support/hunt.js'

/**
 * The rarest of these failures (an answer before its write, in npm/vscode-jsonrpc-1474) shows in 4 of 10 random schedules; of the
 * workloads of an RPC scenario at most every second holds two calls whose answers can be told apart. 300 schedules are 10 workloads:
 * a seed that misses has a chance below 1/1000. The seeds are fixed.
 */
const BUDGET = 300

/** Needs two switches among some hundred points of its threads: random schedules show it once in some three hundred (seeds: 161, 300, 513). */
const RARE: Readonly<Record<string, number>> = { 'job-remove-python/looked-again': 2000 }

/** Of packages no release of which is without the race, and which cannot be used so that it does not show. */
const WITHOUT_FIX = ['npm/cacheable-888-invalidate']

test('names are unique, and each is the folder in which the scenario lies', () => {
  const names = scenarios.map(({ name }) => name)
  expect(names).toEqual(Object.keys(SCENARIOS))
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) {
    for (const file of ['scenario.ts', 'README.md']) {
      expect(existsSync(new URL(`../../scenarios/${name}/${file}`, import.meta.url)), `${name}/${file}`).toBe(true)
    }
  }
})

test.skip.each(scenarios.filter(isAbsent))('$name: there is no Python', () => {})

const present = scenarios.filter((scenario) => !isAbsent(scenario))

describe.each(present.map((scenario) => ({ name: scenario.name, scenario })))('$name', ({ scenario }) => {
  const expected = Object.keys(scenario.variants).map((variant) => ({ variant, oracle: scenario.expect?.[variant] ?? 'nothing' }))
  const faulty = expected.filter(({ oracle }) => oracle !== 'pass')
  const repaired = expected.filter(({ oracle }) => oracle === 'pass')

  test('has both twins', () => {
    expect(faulty.map(({ variant }) => variant)).toContain('faulty')
    // Of some packages no release is repaired: then whoever uses it does it right, or nothing is.
    if (WITHOUT_FIX.includes(scenario.name)) expect(repaired).toEqual([])
    else expect(repaired.map(({ variant }) => variant.replace(/^fixed-usage$/, 'fixed'))).toContain('fixed')
    expect(Object.keys(scenario.expect ?? {}).sort()).toEqual(Object.keys(scenario.variants).sort())
  })

  test.each(faulty)('$variant is found by $oracle', async ({ variant, oracle }) => {
    for (const strategy of ['portfolio', 'random']) {
      const budget = RARE[`${scenario.name}/${variant}`] ?? BUDGET
      const report = await hunt(scenario, variant, { budget, strategy })
      expect(report, strategy).toMatchObject({ outcome: 'fail', met: true })
      expect(report.counterexamples[0]?.verdict.oracle).toBe(oracle)
      expect(report.counterexamples[0]?.race).not.toBeNull()
    }
  })

  test.each(repaired)('$variant survives', async ({ variant }) => {
    const report = await hunt(scenario, variant, { budget: BUDGET })
    expect(findings(report)).toEqual([])
    expect(report).toMatchObject({ outcome: 'pass', met: true, executions: BUDGET, unknowns: [] })
  })

  test.each((scenario.races ?? []).map(({ id, says }) => ({ id, says })))('$id: $says', async ({ id }) => {
    let shownBy = 'nothing'
    for (const { variant } of faulty.toReversed()) {
      const report = await hunt(scenario, variant, { budget: BUDGET / 3, race: id })
      if (report.counterexamples[0]?.race !== id) continue
      shownBy = variant
      break
    }
    expect(faulty.map(({ variant }) => variant)).toContain(shownBy)
  })
})
