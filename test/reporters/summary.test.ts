// The table of a run, the line of what a search is worth, and the progress line.
import { describe, expect, it } from 'vitest'
import { worthOf } from '../../harness/core/report.js'
import { createProgress, progressLine } from '../../harness/reporters/progress.js'
import { summaryTable } from '../../harness/reporters/summary-table.js'
import { widthOf } from '../../harness/reporters/text.js'
import { worthLine } from '../../harness/reporters/worth-line.js'
import { report, visible } from './samples.js'

const REPORTS = [
  report(),
  report({ variant: 'fixed', expect: 'pass', outcome: 'pass', executions: 20_000, distinct: 18_211, ms: 3400 }),
  report({ scenario: '票务', variant: 'half', outcome: 'pass', met: false, executions: 1000, distinct: 900, ms: 400 }),
  report({
    scenario: '票务',
    variant: 'other',
    expect: null,
    outcome: 'unknown',
    met: false,
    executions: 10,
    distinct: 1,
    ms: 70_000,
  }),
]

describe('the summary table', () => {
  it('has a line for each variant and counts those that met their expectation', () => {
    expect(`\n${summaryTable(REPORTS)}`).toMatchInlineSnapshot(`
      "
          scenario           variant  verdict       expected      schedules  distinct        time  left
      ok  rpc-shared-socket  faulty   own-response  own-response          3         3        4 ms     1
      ok  rpc-shared-socket  fixed    pass          pass             20,000    18,211       3.4 s
      x   票务               half     pass          own-response      1,000       900      400 ms
      ?   票务               other    unknown                            10         1  1 min 10 s

      2 of 4 variants as expected"
    `)
  })

  it('counts what was interrupted before anything was found as nothing', () => {
    const text = summaryTable([report(), report({ variant: 'fixed', expect: 'pass', outcome: 'pass', stopped: 'interrupted' })])
    expect(text).toMatch(/^\? +rpc-shared-socket +fixed/m)
    expect(text).toContain('1 of 2 variants as expected')
  })

  it('loses columns on a narrow terminal, those that matter least first', () => {
    const header = (width: number): string => summaryTable(REPORTS, { width }).split('\n')[0] ?? ''
    expect([90, 82, 76, 70, 60].map((width) => header(width).trim().split(/ +/).join(' '))).toMatchInlineSnapshot(`
      [
        "scenario variant verdict expected schedules time left",
        "scenario variant verdict expected schedules left",
        "scenario variant verdict expected schedules left",
        "scenario variant verdict expected schedules",
        "scenario variant verdict expected",
      ]
    `)
  })

  it('is a list where no table fits', () => {
    const text = summaryTable(REPORTS, { width: 30 })
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      ok rpc-shared-socket / faulty:
      own-response
      ok rpc-shared-socket / fixed:
      pass
      x 票务 / half: pass, expected
      own-response
      ? 票务 / other: unknown

      2 of 4 variants as expected"
    `)
    for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(30)
  })

  it('says so where nothing was run', () => {
    expect(summaryTable([])).toBe('nothing was run')
  })

  it('paints with a palette what did not meet its expectation', () => {
    const lines = summaryTable(REPORTS, { palette: visible }).split('\n')
    expect(lines.map((line) => /^<[a-z]>/.exec(line)?.[0])).toEqual(['<b>', undefined, undefined, '<r>', '<y>', undefined, '<r>'])
    expect(summaryTable([report()], { palette: visible })).toContain('<g>1 of 1 variant as expected</g>')
  })
})

describe('what a search is worth', () => {
  it('is the rarest bug that it would have shown', () => {
    expect(worthLine(worthOf(1000, 812, 1000), 200)).toBe(
      '1,000 executions, 812 distinct interleavings: a bug that shows in 0.3 % of random schedules or more would have been found with 95 % probability.',
    )
  })

  it('counts only what was drawn at random', () => {
    expect(worthLine(worthOf(1000, 812, 100), 200)).toContain(
      '(100 executions drawn at random): a bug that shows in 3 % of random',
    )
    expect(worthLine(worthOf(12, 9, 0), 200)).toBe(
      '12 executions, 9 distinct interleavings: none of them was drawn at random, so nothing is known of the others.',
    )
  })

  it('is what an exhaustive search has shown', () => {
    expect(worthLine(worthOf(34_650, 34_650, 0, 'all 34,650 interleavings'), 200)).toBe(
      '34,650 executions, 34,650 distinct interleavings: all 34,650 interleavings.',
    )
  })

  it('is the probability at which the odds of missing are 5 %', () => {
    for (const draws of [1, 10, 1000, 20_000]) {
      expect((1 - (worthOf(draws, 1, draws).smallestProbability ?? 0)) ** draws).toBeCloseTo(0.05, 10)
    }
  })

  it('fits the terminal', () => {
    for (const line of worthLine(worthOf(1000, 812, 100), 40).split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })
})

describe('progress', () => {
  const at = { scenario: 'rpc', variant: 'fixed', executions: 1234, distinct: 900, ms: 1200, done: 0.5 }

  const terminal = (over: { isTTY?: boolean; columns?: number } = {}, ci?: string) => {
    const written: string[] = []
    const clock = { ms: 0 }
    const stream = { isTTY: true, columns: 60, ...over, write: (text: string) => written.push(text) }
    return { written, clock, progress: createProgress(stream, { nowMs: () => clock.ms, ...(ci === undefined ? {} : { ci }) }) }
  }

  it('is one line', () => {
    expect(progressLine(at, 100)).toBe('rpc / fixed  [==========          ]  1,234 schedules, 900 distinct, 1.2 s')
    expect(progressLine({ ...at, done: 7 }, 30)).toBe('rpc / fixed  [=============...')
  })

  it('is rewritten in place at most ten times a second, and erased at the end', () => {
    const { written, clock, progress } = terminal()
    for (clock.ms = 0; clock.ms < 1000; clock.ms += 10) progress.update(at)
    expect(written).toHaveLength(10)
    for (const text of written) expect(text.startsWith('\r\u001b[K')).toBe(true)
    expect(widthOf(written[0] ?? '')).toBeLessThan(60)
    progress.clear()
    progress.clear()
    expect(written.slice(10)).toEqual(['\r\u001b[K'])
  })

  it('is silent where nobody looks', () => {
    for (const { written, progress } of [terminal({ isTTY: false }), terminal({}, 'true'), terminal({}, '1')]) {
      progress.update(at)
      progress.clear()
      expect(written).toEqual([])
    }
    const { written, progress } = terminal({}, 'false')
    progress.update(at)
    expect(written).toHaveLength(1)
  })

  it('erases nothing that it has not drawn', () => {
    const { written, progress } = terminal()
    progress.clear()
    expect(written).toEqual([])
  })
})
