// The figures of the registry: what they are made of, how they read, and what is kept of variants that were not measured anew.
import { expect, test } from 'vitest'
import { cleanFigures, type Figures, racyFigures, type Spread } from '../../../harness/cli/series/figures.js'
import { figuresTable, inShort } from '../../../harness/cli/series/figures-table.js'
import { knownFigures, merged } from '../../../harness/cli/series/known-figures.js'
import type { SearchReport } from '../../../harness/core/report.js'
import type { AnyScenario } from '../../../harness/core/scenario.js'
import { scenarios } from '../../support/scenarios.js'

const report = (scheduleNumber: number | null, { race = 'swap', left = 1 } = {}): SearchReport =>
  ({
    met: scheduleNumber !== null,
    counterexamples: scheduleNumber === null ? [] : [{ scheduleNumber, race, holds: Array(left), deviations: [] }],
  }) as unknown as SearchReport

const oneToHundred = Array.from({ length: 100 }, (_, i) => report(100 - i))

test('quantiles are values that were met: the smallest that so many are not above', () => {
  const { portfolio, random, left, races } = racyFigures({
    expect: 'own-response',
    portfolio: oneToHundred,
    random: [report(7, { race: 'late' }), report(null), report(3)],
    small: [report(1, { left: 2 }), report(1, { left: 0 }), report(1, { left: 5 })],
  })
  expect(portfolio).toEqual({ found: 100, seeds: 100, median: 50, p95: 95 })
  expect(random).toEqual({ found: 2, seeds: 3, median: 3, p95: 7 })
  expect(left).toEqual({ found: 3, seeds: 3, median: 2, p95: 5 })
  expect(races).toEqual(['late', 'swap'])
})

test('where no seed has found anything, nothing is said of how many it takes', () => {
  const figures = racyFigures({ expect: 'leaks', portfolio: [report(null)], random: [], small: [] })
  expect(figures.portfolio).toEqual({ found: 0, seeds: 1, median: null, p95: null })
  expect(inShort(figures)).toBe('')
})

const spread = (median: number, p95: number, seeds = 100): Spread => ({ found: seeds, seeds, median, p95 })

const FIGURES: Figures = {
  format: 1,
  variants: {
    'npm/one/faulty': {
      expect: 'own-response',
      races: ['late', 'swap'],
      portfolio: spread(1, 12),
      random: spread(2, 9),
      left: spread(1, 2, 10),
    },
    'npm/one/fixed': cleanFigures({ executions: 20_000, distinct: 19_000, counterexamples: [] } as unknown as SearchReport),
  },
}

test('the table says how many schedules it takes, what is left, and what was survived', () => {
  const table = figuresTable(FIGURES, ['npm/one/fixed: was interrupted'])
  expect(table).toContain('| npm/one / faulty | own-response | late, swap | 100 of 100 | 1 | 12 | 100 of 100 | 2 | 9 | 1 | 2 |')
  expect(table).toContain('| npm/one / fixed | 20,000 | 19,000 | 0 |')
  expect(table).toContain('Not finished:\n\n- npm/one/fixed: was interrupted')
  expect(figuresTable(FIGURES, [])).not.toContain('Not finished')
})

test('in short: after how many schedules it is found, or how many it survived', () => {
  expect(Object.values(FIGURES.variants).map(inShort)).toEqual(['found after 1 (p95 12)', '20,000 schedules'])
  expect(inShort(null)).toBe('')
})

test('what was not measured anew is kept, in the order of the registry; what is gone is not', () => {
  const scenario = (name: string): AnyScenario => ({ name, variants: { fixed: {}, faulty: {} } }) as unknown as AnyScenario
  const clean = FIGURES.variants['npm/one/fixed'] as Figures['variants'][string]
  const known: Figures = { ...FIGURES, variants: { 'gone/fixed': clean, 'b/fixed': clean, 'a/fixed': clean } }
  const fresh: Figures = { ...FIGURES, variants: { 'a/faulty': clean } }
  const all = merged(known, fresh, [scenario('a'), scenario('b')])
  expect(Object.keys(all.variants)).toEqual(['a/fixed', 'a/faulty', 'b/fixed'])
})

test('the figures that come with crosswire are those of its registry, in its order', () => {
  const names = scenarios.flatMap(({ name, variants }) => Object.keys(variants).map((variant) => `${name}/${variant}`))
  const measured = Object.keys(knownFigures().variants)
  expect(measured).toEqual(names.filter((name) => measured.includes(name)))
})
