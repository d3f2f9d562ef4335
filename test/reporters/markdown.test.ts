// The summary in Markdown: the table, the stories of what is not as it should be, and nothing of a subject taken for markup.
import { describe, expect, it } from 'vitest'
import { markdown } from '../../harness/reporters/markdown.js'
import { counterexample, facts, finished, HOSTILE, passed, report } from './samples.js'

describe('markdown', () => {
  it('has the table, and a story for what is not as expected', () => {
    expect(markdown([finished(), passed()], facts)).toMatchInlineSnapshot(`
      "## crosswire: 1 of 2 variants as expected

      | | scenario | variant | verdict | expected | schedules | time |
      |---|---|---|---|---|--:|--:|
      | ❌ | rpc-shared-socket | faulty | own-response | own-response | 3 | 4 ms |
      | ✅ | rpc-shared-socket | fixed | pass | pass | 3 | 1.2 s |

      ### ❌ rpc-shared-socket / faulty

      **bob received the answer to ann's call** (own-response)

      \`\`\`text
          ann                         bob                         dispatcher
      1   send echo TAG-1
      2                             > send echo TAG-2
      3                                                         > answer TAG-1
      4                             > receive TAG-1   <-- belongs to ann
      5   waits for ever at client.ts:21   <-- deadlock
      \`\`\`

      - ann was slow: net.data rpc (client.ts:21) was overtaken by bob's net.data rpc. Had it come first, all would have been well (checked).

      \`\`\`text
      npx crosswire replay cw1.eJyrVkrOz0nVUUrJLFayUkpJTUvMKU5V0lFKzk.3f9a01bc
      \`\`\`

      <sub>crosswire 1.2.3, Node 20.20.2</sub>
      "
    `)
  })

  it('folds a race that is expected', () => {
    const text = markdown([finished({ exitCode: 0 })], facts)
    expect(text).toContain('<summary>rpc-shared-socket / faulty: bob received the answer to ann&#39;s call</summary>')
    expect(text).toContain('1 of 1 variant as expected')
  })

  it('says why nothing can be said', () => {
    const lost = finished({
      problem: { code: 'WATCHDOG', text: 'WATCHDOG: it spins' },
      exitCode: 4,
      report: report({ outcome: 'unknown' }),
    })
    expect(markdown([lost], facts)).toContain('### \u2753 rpc-shared-socket / faulty\n\n```text\nWATCHDOG: it spins\n```')
    const missed = finished({ report: report({ outcome: 'pass', met: false }) })
    expect(markdown([missed], facts)).toContain('- expected own-response: it was not found')
  })

  it('takes nothing of a subject for markup', () => {
    const verdict = { oracle: HOSTILE, outcome: 'fail' as const, message: HOSTILE }
    const text = markdown(
      [finished({ report: report({ scenario: HOSTILE, counterexamples: [counterexample({ verdict, verdicts: [verdict] })] }) })],
      facts,
    )
    const outsideOfCode = text.replace(/^(`{3,})text\n[\s\S]*?^\1$/gm, '')
    expect(outsideOfCode).not.toMatch(/<(?!\/?(sub|details|summary)>)/)
    expect(outsideOfCode).not.toContain('[link]')
    const [row = ''] = outsideOfCode.split('\n').filter((line) => line.startsWith('| \u274c'))
    expect(row.split('|')).toHaveLength(9)
  })

  it('keeps a fence closed that the subject would open', () => {
    const verdict = { oracle: 'own-response', outcome: 'fail' as const, message: 'x' }
    const one = counterexample({ verdict, verdicts: [verdict], token: 'cw1.```\n# no heading' })
    expect(markdown([finished({ report: report({ counterexamples: [one] }) })], facts)).toContain(
      '````text\nnpx crosswire replay cw1.```',
    )
  })

  it('fits what GitHub takes for a step, and says how much was left out', () => {
    const token = 'x'.repeat(90_000)
    const many = Array.from({ length: 20 }, () => finished({ report: report({ counterexamples: [counterexample({ token })] }) }))
    const text = markdown(many, facts)
    expect(text.length).toBeLessThan(1_000_000)
    expect(text).toContain('(16 more stories left out)')
  })
})
