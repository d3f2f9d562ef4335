// Every two of the five ways in which a session of the gateway ends: it is finalized exactly once, whichever comes first.
import { expect, test } from 'vitest'
import { findings, hunt, oneEach } from './support/hunt.js'
import { PAIRS, sessionEnds, type Way } from './support/session-ends.js'

const repaired = sessionEnds(() => import('../../scenarios/session-gateway/lifecycle.js'))
const faulty = sessionEnds(() => import('../../scenarios/session-teardown/faulty.js'))

const meeting = (ways: readonly Way[]) =>
  oneEach(...ways.map((op, i) => ({ op, token: `TAG-${i + 1}`, input: { text: `TAG-${i + 1}` } })))

test('there are ten pairs', () => {
  expect(PAIRS).toHaveLength(10)
})

test.each(PAIRS)('%s and %s finalize once', async (...ways) => {
  const report = await hunt(repaired, 'only', { budget: 200, workload: meeting(ways) })
  expect(findings(report)).toEqual([])
  expect(report).toMatchObject({ outcome: 'pass', executions: 200, unknowns: [] })
})

/** A session that ends with its connection is never parked: these two meet only where the connection is lost again. */
const onlyGraceEnds = (ways: readonly Way[]): boolean => ways.join() === 'disconnect,grace'

test.each(PAIRS.filter((ways) => !onlyGraceEnds(ways)))(
  '%s and %s finalize twice where a session is torn down before it is taken out of the table',
  async (...ways) => {
    const report = await hunt(faulty, 'only', { budget: 200, workload: meeting(ways) })
    expect(report.counterexamples[0]?.verdict).toMatchObject({ oracle: 'exactly-once', symptom: 'twice' })
  },
)
