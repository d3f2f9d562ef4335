// Annotations of GitHub: on the subject's line, and nothing that a subject says begins or ends one.
import { describe, expect, it } from 'vitest'
import { github } from '../../harness/reporters/github.js'
import type { Finished } from '../../harness/reporters/index.js'
import { counterexample, facts, finished, HOSTILE, passed, report, swapped } from './samples.js'

const drawn = (...results: Finished[]): string => github(results, facts)
const withPlace = (over: Parameters<typeof counterexample>[0]): Finished =>
  finished({ report: report({ counterexamples: [counterexample(over)] }) })

const threw = (stack: string) => ({
  ...swapped,
  end: { kind: 'threw' as const, message: 'no seat', error: { name: 'Error', message: 'no seat', stack } },
})

describe('github', () => {
  it('has an error for each race, with why and the line that replays it, and nothing for what is as expected', () => {
    expect(drawn(finished(), passed(), finished({ exitCode: 0 }))).toMatchInlineSnapshot(`
      "::error title=crosswire%3A rpc-shared-socket / faulty::own-response: bob received the answer to ann's call%0AWhy: ann was slow: net.data rpc (client.ts:21) was overtaken by bob's net.data rpc. Had it come first, all would have been well (checked).%0AReplay: npx crosswire replay cw1.eJyrVkrOz0nVUUrJLFayUkpJTUvMKU5V0lFKzk.3f9a01bc
      "
    `)
  })

  it.each([
    [
      'named by the explanation',
      { places: [{ file: '/shop/src/pool.ts', line: 12, column: 5 }] },
      'file=src/pool.ts,line=12,col=5',
    ],
    ['that is relative already', { places: [{ file: 'src/pool.ts', line: 12 }] }, 'file=src/pool.ts,line=12,'],
    ['outside of the root', { places: [{ file: '/other/pool.ts', line: 1 }] }, 'file=/other/pool.ts,line=1,'],
    [
      "of the subject's own frame",
      {
        execution: threw(
          'Error: no seat\n    at read (node:fs:1:2)\n    at ask (/shop/node_modules/x/i.js:3:4)\n    at async buy (file:///shop/my%20box.js:12:7)',
        ),
      },
      'file=my box.js,line=12,col=7,',
    ],
    ['of a frame without a name', { execution: threw('Error: no seat\n    at /shop/box.js:2:3') }, 'file=box.js,line=2,col=3,'],
  ])('points to the line %s', (_, over, where) => {
    expect(drawn(withPlace(over))).toContain(`::error ${where}`)
  })

  it('points to the scenario where no line is known', () => {
    expect(drawn(finished({ file: '/shop/races/box.scenario.ts' }))).toContain('::error file=races/box.scenario.ts,title=')
  })

  it('warns where nothing can be said, and says why', () => {
    const text = drawn(finished({ problem: { code: 'WATCHDOG', text: 'WATCHDOG: it spins\n  at box.ts:3' }, exitCode: 4 }))
    expect(text).toContain('::warning title=crosswire%3A rpc-shared-socket / faulty::WATCHDOG: it spins%0A  at box.ts:3')
  })

  it('says what was expected and not found', () => {
    const result = finished({ report: report({ outcome: 'pass', met: false, executions: 1000 }) })
    expect(drawn(result)).toContain('::expected own-response: it was not found%0A1,000 schedules explored\n')
  })

  it('stays one command on one line whatever the subject says', () => {
    const verdict = { oracle: 'own-response', outcome: 'fail' as const, message: HOSTILE }
    const hostile = counterexample({ verdict, verdicts: [verdict], places: [{ file: `/shop/a,b:c%\r\n.ts`, line: 1 }] })
    const lines = drawn(finished({ report: report({ variant: HOSTILE, counterexamples: [hostile] }) })).split('\n')
    expect(lines).toHaveLength(2)
    const [, properties = '', message = ''] = /^::error (.*?)::(.*)$/.exec(lines[0] ?? '') ?? []
    expect(properties).toMatch(/^file=a%2Cb%3Ac%25\\r\\n\.ts,line=1,title=[^,:]*$/)
    expect(message).toContain('%0A::error file=x::hi %250A%2525 , :')
  })

  it('is cut where a message holds megabytes', () => {
    const verdict = { oracle: 'own-response', outcome: 'fail' as const, message: 'x'.repeat(5_000_000) }
    expect(
      drawn(finished({ report: report({ counterexamples: [counterexample({ verdict, verdicts: [verdict] })] }) })).length,
    ).toBeLessThan(6000)
  })
})
