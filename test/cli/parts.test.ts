// The small parts of the command line: exit codes, the pool, the tail of an output, lines out of chunks.
import { describe, expect, test } from 'vitest'
import { exitCodeOf, exitCodeOfRow } from '../../harness/cli/exit-code.js'
import { splitLines } from '../../harness/cli/process/lines.js'
import { createTail } from '../../harness/cli/process/tail.js'
import { unfinishedReport } from '../../harness/cli/unfinished-report.js'
import { ERROR_CODES } from '../../harness/core/errors.js'
import type { Counterexample, SearchReport } from '../../harness/core/report.js'

const settings = { strategy: 'portfolio', seed: 0, budget: { executions: 1 } }
const blank = unfinishedReport({ label: 'x', scenario: null, variant: 'v', progress: null, settings }, null)
const row = (facts: Partial<SearchReport>) => ({ problem: null, report: { ...blank, stopped: 'budget' as const, ...facts } })
const problem = (code: keyof typeof ERROR_CODES) => ({
  report: blank,
  problem: { code, fault: ERROR_CODES[code].fault, text: '' },
})

const known = { known: { until: '2026-11-30', reason: 'waits for a release', holds: true, file: 'races/x.json' } }
const found = (...counterexamples: Partial<Counterexample>[]) =>
  row({ outcome: 'fail', expect: null, met: false, counterexamples: counterexamples as Counterexample[] })

describe('exit codes', () => {
  test.each([
    ['a race, where one variant was named', row({ outcome: 'fail', expect: 'own-response', met: true }), true, 1],
    ['a race that is expected', row({ outcome: 'fail', expect: 'own-response', met: true }), false, 0],
    ['another race than the one expected', row({ outcome: 'fail', expect: 'own-response', met: false }), false, 1],
    ['a race where nothing is expected', row({ outcome: 'fail', expect: null, met: false }), false, 1],
    ['a race that is known', found(known, known), true, 0],
    ['a race that is known, and another', found(known, {}), true, 1],
    ['a race that was known until yesterday', found({ known: { ...known.known, holds: false } }), true, 1],
    ['no race', row({ outcome: 'pass', expect: 'pass', met: true }), false, 0],
    ['no race where one is expected', row({ outcome: 'pass', expect: 'leaks', met: false }), false, 1],
    ['no race where one is expected, but the variant was named', row({ outcome: 'pass', expect: 'leaks', met: false }), true, 0],
    ['nothing can be said', row({ outcome: 'unknown', expect: 'pass', met: false }), false, 4],
    ['interrupted', row({ outcome: 'pass', stopped: 'interrupted', met: true }), true, 4],
    ['bad input', problem('BAD_SCENARIO_FILE'), false, 2],
    ['the watchdog', problem('WATCHDOG'), true, 4],
    ['a package that is missing', problem('PACKAGE_MISSING'), false, 4],
    ['the tool failed', problem('INTERNAL'), false, 3],
  ])('%s', (_, each, single, code) => {
    expect(exitCodeOfRow(each, single)).toBe(code)
  })

  test('of several rows the worst to leave unseen wins', () => {
    const ok = row({ outcome: 'pass', expect: 'pass', met: true })
    const unknown = row({ outcome: 'unknown' })
    const race = row({ outcome: 'fail', expect: null })
    expect(exitCodeOf([ok, unknown], false)).toBe(4)
    expect(exitCodeOf([ok, unknown, race], false)).toBe(1)
    expect(exitCodeOf([race, problem('BAD_OPTION')], false)).toBe(2)
    expect(exitCodeOf([problem('BAD_OPTION'), problem('INTERNAL')], false)).toBe(3)
    expect(exitCodeOf([], false)).toBe(4)
  })
})

test('a tail keeps the last lines, however much runs through it', () => {
  const tail = createTail(100)
  for (let i = 0; i < 10_000; i++) tail.push(Buffer.from(`line ${i}\n`))
  expect(tail.lines(2)).toEqual(['line 9998', 'line 9999'])
  expect(tail.lines(1000).length).toBeLessThanOrEqual(11)
  expect(tail.lines(1000)[0]).toMatch(/^\.\.\./)
  expect(tail.bytes).toBe(98_890)
})

test('lines come whole out of chunks that are cut anywhere, in mid-character too', () => {
  const lines: string[] = []
  const bytes = Buffer.from('{"a":"héé"}\n{"b":1}\nleft')
  const push = splitLines((line) => lines.push(line))
  for (const byte of bytes) push(Uint8Array.of(byte))
  expect(lines).toEqual(['{"a":"héé"}', '{"b":1}'])
})
