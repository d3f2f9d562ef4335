// What becomes of a race's searches: figures where they came to their end, and a word where they did not, or where it took too long.
import { expect, test } from 'vitest'
import { createPlaces } from '../../../harness/cli/real/places.js'
import { type PublishedRace, published } from '../../../harness/cli/registry.js'
import { entryOf, type Searches, type Series } from '../../../harness/cli/zoo/entry.js'
import { runZoo } from '../../../harness/cli/zoo/run-zoo.js'
import type { SearchReport } from '../../../harness/core/report.js'

const race = {
  ...{ package: 'cacheable', faulty: '1.8.3', fixed: '1.8.4', source: 'an issue', installed: [] },
  scenario: { name: 'npm/x', variants: { faulty: null, fixed: null }, expect: { faulty: 'loaded-once', fixed: 'pass' } },
} as unknown as PublishedRace

const found = (scheduleNumber: number): SearchReport =>
  ({
    ...{ met: true, stopped: 'found', executions: scheduleNumber },
    counterexamples: [{ scheduleNumber, foundMs: scheduleNumber + 0.4, holds: [{}], deviations: [] }],
  }) as unknown as SearchReport

const notFound = (stopped: SearchReport['stopped'] = 'budget'): SearchReport =>
  ({ met: false, stopped, executions: 5000, counterexamples: [] }) as unknown as SearchReport

const series = (reports: readonly SearchReport[], rest: Partial<Series> = {}): Series => ({
  ...{ seeds: reports.length, reports, problem: null },
  ...rest,
})

const survived: Searches['clean'] = [
  { variant: 'fixed', report: { ...notFound(), executions: 200 }, problems: [], isFinished: true },
]

const entry = (searches: Partial<Searches>) =>
  entryOf(race, { found: series([found(1), found(3)]), small: series([found(1)]), clean: survived, ...searches })

test('a race that every seed finds is as expected', () => {
  expect(entry({})).toEqual({
    figures: {
      ...{ package: 'cacheable', faulty: '1.8.3', fixed: '1.8.4', source: 'an issue', expect: 'loaded-once' },
      schedules: { found: 2, seeds: 2, median: 1, p95: 3 },
      ms: { found: 2, seeds: 2, median: 1, p95: 3 },
      left: { found: 1, seeds: 1, median: 1, p95: 1 },
      clean: [{ variant: 'fixed', schedules: 200, findings: 0 }],
    },
    problems: [],
    isFinished: true,
  })
})

test('more than a hundred schedules in the median are a problem, and a few seeds that take longer are none', () => {
  expect(entry({ found: series([found(1), found(101), found(102)]) }).problems).toEqual([
    'takes 101 schedules in the median, which should be 100 at most',
  ])
  expect(entry({ found: series([found(1), found(100), found(4000)]) }).problems).toEqual([])
})

test('so are seeds that have not found it; of those that did, each counts once', () => {
  const { figures, problems, isFinished } = entry({ found: series([found(1), notFound()]) })
  expect(problems).toEqual(['was found by 1 of 2 seeds'])
  expect(figures.schedules).toMatchObject({ found: 1, seeds: 2 })
  expect(isFinished).toBe(true)
})

test('a series that was cut short is not finished, and says so of all its seeds', () => {
  const died = series([found(1), found(1)], { seeds: 50, problem: 'WORKER_DIED: it was killed' })
  const { figures, problems, isFinished } = entry({ found: died })
  expect(problems).toEqual(['WORKER_DIED: it was killed', 'was found by 2 of 50 seeds'])
  expect({ schedules: figures.schedules, isFinished }).toMatchObject({ schedules: { found: 2, seeds: 50 }, isFinished: false })
  expect(entry({ found: series([found(1)], { seeds: 50 }) }).isFinished).toBe(false)
  expect(entry({ found: series([found(1), notFound('interrupted')]) }).isFinished).toBe(false)
  expect(entry({ small: series([], { seeds: 3 }) }).isFinished).toBe(false)
})

test('so is a repaired version that had not survived everything yet', () => {
  const [fixed] = survived as readonly [Searches['clean'][number]]
  const { problems, isFinished } = entry({ clean: [{ ...fixed, problems: ['was interrupted'], isFinished: false }] })
  expect({ problems, isFinished }).toEqual({ problems: ['fixed: was interrupted'], isFinished: false })
})

test('who interrupts it has no figures of what had not come to its end', async () => {
  const [first] = await published()
  const places = createPlaces()
  const said: string[] = []
  const options = { seeds: 2, schedules: 20, runs: 1, patienceMs: 1000, jobs: 1, places, signal: AbortSignal.abort() }
  const { figures, problems } = await runZoo([first as PublishedRace], { ...options, say: (text) => said.push(text) }).finally(
    () => places.remove(),
  )
  expect(figures).toEqual({ format: 1, entries: {} })
  expect(problems).toContain(`${first?.scenario.name}: was interrupted before its end`)
  expect(said.at(-1)).toBe(`${first?.scenario.name}: NOT as expected`)
})
