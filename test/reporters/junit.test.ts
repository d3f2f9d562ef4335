// JUnit XML: well-formed whatever the subject says, and each way to be red under its own name.
import { describe, expect, it } from 'vitest'
import { convert } from 'xmlbuilder2'
import type { Finished } from '../../harness/reporters/index.js'
import { junit } from '../../harness/reporters/junit.js'
import { counterexample, facts, finished, HOSTILE, passed, report } from './samples.js'

type Element = Record<string, unknown>

/** Read back by a parser, which leaves entities as they are: attributes begin with `@`, text is `#`. */
const parsed = (results: readonly Finished[]): Element => decoded(convert(junit(results, facts), { format: 'object' })) as Element

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const decoded = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] as string)
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decoded(inner)]))
}

/** XML 1.0 knows no other characters, not even as entities. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const suitesOf = (results: readonly Finished[]): Element[] => listed((parsed(results).testsuites as Element).testsuite)
const casesOf = (results: readonly Finished[]): Element[] => suitesOf(results).flatMap(({ testcase }) => listed(testcase))
const listed = (value: unknown): Element[] => (Array.isArray(value) ? value : [value]) as Element[]

const missing = { code: 'PACKAGE_MISSING', text: 'PACKAGE_MISSING: shop needs the package `ws`, which is not installed' }

describe('junit', () => {
  it('has a suite for each scenario and a case for each variant, with counts and seconds', () => {
    const results = [finished(), passed(), passed({ scenario: 'cache', variant: 'fixed', ms: 250 })]
    expect(junit(results, facts)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="crosswire" tests="3" failures="1" errors="0" skipped="0" time="1.504">
        <testsuite name="rpc-shared-socket" tests="2" failures="1" errors="0" skipped="0" time="1.254">
          <properties>
            <property name="strategy" value="portfolio"/>
            <property name="seed" value="7"/>
            <property name="runtime" value="node"/>
            <property name="crosswire" value="1.2.3"/>
            <property name="node" value="20.20.2"/>
          </properties>
          <testcase classname="rpc-shared-socket" name="faulty" time="0.020">
            <failure type="own-response" message="bob received the answer to ann's call">
      x rpc-shared-socket / faulty: bob received the answer to ann's call                     own-response
        found after 3 schedules in 4 ms (strategy random, seed 7); shrunk to 2 callers, 2 calls, 1 slow
        task

              ann                         bob                         dispatcher
          1   send echo TAG-1
          2                             &gt; send echo TAG-2
          3                                                         &gt; answer TAG-1
          4                             &gt; receive TAG-1   &lt;-- belongs to ann
          5   waits for ever at client.ts:21   &lt;-- deadlock

        Why: ann was slow: net.data rpc (client.ts:21) was overtaken by bob's net.data rpc. Had it come
             first, all would have been well (checked).
        Also: own-response: the answer to ann's call never reached ann
        Also: never-settles: ann at client.ts:21 waits for ever
        Replay: npx crosswire replay cw1.eJyrVkrOz0nVUUrJLFayUkpJTUvMKU5V0lFKzk.3f9a01bc
      </failure>
          </testcase>
          <testcase classname="rpc-shared-socket" name="fixed" time="1.234">
            <system-out>
      3 executions, 3 distinct interleavings (2 executions drawn at random): a bug that shows in 78 % of
      random schedules or more would have been found with 95 % probability.
      </system-out>
          </testcase>
        </testsuite>
        <testsuite name="cache" tests="1" failures="0" errors="0" skipped="0" time="0.250">
          <properties>
            <property name="strategy" value="portfolio"/>
            <property name="seed" value="7"/>
            <property name="runtime" value="node"/>
            <property name="crosswire" value="1.2.3"/>
            <property name="node" value="20.20.2"/>
          </properties>
          <testcase classname="cache" name="fixed" time="0.250">
            <system-out>
      3 executions, 3 distinct interleavings (2 executions drawn at random): a bug that shows in 78 % of
      random schedules or more would have been found with 95 % probability.
      </system-out>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `)
  })

  it.each([
    ['a race', finished(), 'failure', 'own-response'],
    ['a race that was not found', finished({ report: report({ outcome: 'pass', met: false }) }), 'failure', 'not-found'],
    ['a package that is missing', finished({ problem: missing, exitCode: 4 }), 'skipped', 'PACKAGE_MISSING'],
    ['a loop', finished({ problem: { code: 'WATCHDOG', text: 'WATCHDOG: it spins' }, exitCode: 4 }), 'error', 'WATCHDOG'],
  ])('%s is told as such', (_, result, name, type) => {
    const [only] = casesOf([result])
    expect(only?.[name]).toMatchObject({ '@type': type })
    expect((parsed([result]).testsuites as Element)[name === 'skipped' ? '@skipped' : `@${name}s`]).toBe('1')
  })

  it('says what was expected and not found', () => {
    const [only] = casesOf([finished({ report: report({ outcome: 'pass', met: false }) })])
    expect(only?.failure).toMatchObject({ '@message': 'expected own-response: it was not found' })
  })

  it('tells a finding although its search could not come to its end', () => {
    const [only] = casesOf([finished({ problem: { code: 'WATCHDOG', text: 'WATCHDOG: it spins' }, exitCode: 1 })])
    expect(JSON.stringify(only?.failure)).toContain('belongs to ann')
    expect(JSON.stringify(only?.failure)).toContain('it spins')
  })

  it('lets a race that is expected pass, and tells its story', () => {
    const [only] = casesOf([finished({ exitCode: 0 })])
    expect(only).not.toHaveProperty('failure')
    expect(String(only?.['system-out'])).toContain('<-- belongs to ann')
  })

  it('is well-formed whatever the subject says, and nothing of it is lost', () => {
    const verdict = { oracle: HOSTILE, outcome: 'fail' as const, message: HOSTILE }
    const hostile = counterexample({ verdict, verdicts: [verdict] })
    const results = [finished({ report: report({ scenario: HOSTILE, variant: HOSTILE, counterexamples: [hostile] }) })]
    const xml = junit(results, facts)
    expect(xml).not.toMatch(FORBIDDEN)
    // Entities of the subject's are text, and the reader below would decode them twice.
    expect(xml).toContain(']]&gt; &lt;![CDATA[ &amp;amp; &amp;#0; &amp;lt;')
    const [only] = casesOf(results)
    const failure = only?.failure as Element
    expect(failure['@message']).toContain('</script><script>window.pwned = 1</script>')
    expect(String(failure['#'])).toContain('\\u0000\\e[2J\\u2028')
    expect(Object.keys(only ?? {}).sort()).toEqual(['@classname', '@name', '@time', 'failure'])
  })
})
