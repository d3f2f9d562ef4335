// The exit code of runs in the real world: what was found before a problem or an interruption counts all the same.
import { describe, expect, test } from 'vitest'
import type { Problem } from '../../../harness/cli/messages.js'
import { exitCodeOfComparison, exitCodeOfRates } from '../../../harness/cli/real/exit.js'
import type { Comparison, RateReport } from '../../../harness/core/rate-report.js'

const report = (facts: Partial<RateReport>): RateReport =>
  ({ outcome: 'pass', expect: null, met: true, shown: 0, stopped: 'done', hold: null, ...facts }) as RateReport
const failed = report({ outcome: 'fail', met: false, shown: 1 })
const shown = report({ outcome: 'fail', expect: 'own-response', shown: 1 })
const unmet = report({ expect: 'own-response', met: false })
const cut = { stopped: 'interrupted' } as const
const problem = (fault: Problem['fault']): Problem => ({ code: 'WORKER_DIED', fault, text: '' })

test.each([
  ['a variant that should pass and has not', failed, null, 1],
  ['the same before the machinery gave in', failed, problem('driver'), 1],
  ['the same before crosswire itself failed', failed, problem('internal'), 3],
  ['the same before it was interrupted', { ...failed, ...cut }, null, 1],
  ['a faulty variant that has shown', shown, null, 0],
  ['the same before the machinery gave in', shown, problem('driver'), 4],
  ['the same before it was interrupted', { ...shown, ...cut }, null, 4],
  ['a faulty variant that has not shown', unmet, null, 4],
  ['nothing found, and interrupted', report(cut), null, 4],
  ['nothing found', report({}), null, 0],
])('of a whole scenario: %s', (_, of, trouble, code) => {
  expect(exitCodeOfRates({ report: of, problem: trouble }, false)).toBe(code)
})

test.each([
  [shown, null, 1],
  [shown, problem('driver'), 1],
  [{ ...shown, ...cut }, null, 1],
])('of one variant that was named, a failure is a failure', (of, trouble, code) => {
  expect(exitCodeOfRates({ report: of, problem: trouble }, true)).toBe(code)
})

describe('of a comparison', () => {
  const row = (expectation: string | null, ...reports: readonly RateReport[]): Comparison => {
    const [free = null, unheld = null, held = null] = reports
    return { expect: expectation, free, unheld, held } as Comparison
  }
  test.each([
    ['it shows in one of the three', row('own-response', unmet, unmet, shown), [], 0],
    ['it shows, and the next was interrupted', row('own-response', shown, { ...unmet, ...cut }), [], 4],
    ['it shows in none', row('own-response', unmet), [], 4],
    ['what should pass failed, and then the machinery gave in', row('pass', failed), [problem('driver')], 1],
    ['what should pass failed, and then it was interrupted', row('pass', failed, report(cut)), [], 1],
    ['nothing was run', row('pass'), [], 4],
  ])('%s', (_, of, problems, code) => {
    expect(exitCodeOfComparison(of, problems)).toBe(code)
  })
})
