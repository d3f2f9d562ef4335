// The page as text: what is in it, that nothing of a subject becomes markup, and that it stays small. How it behaves: html-page.test.ts.
import { describe, expect, it } from 'vitest'
import type { Counterexample } from '../../harness/core/report.js'
import { judge } from '../../harness/core/verdict.js'
import { defaultOracles } from '../../harness/oracles/defaults.js'
import { drawingOf } from '../../harness/reporters/html/drawing.js'
import { html } from '../../harness/reporters/html/html.js'
import type { Finished } from '../../harness/reporters/index.js'
import { leftover, tell } from '../oracles/tell.js'
import { longStory } from './long-story.js'
import { counterexample, facts, finished, HOSTILE, passed, report, step, swapped } from './samples.js'

const page = (...results: Finished[]): string => html(results, facts)
const of = (...counterexamples: Counterexample[]): Finished => finished({ report: report({ counterexamples }) })

const drawn = (execution: Counterexample['execution'], over: Partial<Parameters<typeof drawingOf>[1]> = {}) =>
  drawingOf(execution, { verdicts: judge(defaultOracles(), execution), changes: [], rows: 100, dataLength: 100, ...over })

/** `ann: send echo TAG-1`, with what is wrong or moved behind it. */
const told = ({ rows, lanes }: ReturnType<typeof drawn>): string[] =>
  rows.map(({ lane, text, note, mark }) =>
    [`${lanes[lane]?.name}: ${text}`, note, mark].filter((each) => each !== null).join(' | '),
  )

describe('a drawing', () => {
  it('has a lane for each actor, and an arrow from each request to where its answer went', () => {
    const drawing = drawn(swapped)
    expect(told(drawing)).toEqual([
      'ann: send echo TAG-1',
      'bob: send echo TAG-2',
      'dispatcher: take TAG-1',
      'dispatcher: take TAG-2',
      'dispatcher: answer TAG-1',
      'bob: receive TAG-1 | belongs to ann',
      'ann: waits for ever at client.ts:21 | deadlock',
    ])
    expect(drawing.lanes).toEqual([
      { name: 'ann', hue: 0 },
      { name: 'bob', hue: 1 },
      { name: 'dispatcher', hue: null },
    ])
    expect(drawing.arrows).toEqual([
      { kind: 'request', from: 0, to: 2, owner: 0 },
      { kind: 'request', from: 1, to: 3, owner: 1 },
      { kind: 'crossed', from: 4, to: 5, owner: 0 },
    ])
    expect(drawing.bars).toEqual([
      { kind: 'bar', from: 0, to: null, owner: 0 },
      { kind: 'bar', from: 1, to: 5, owner: 1 },
      { kind: 'bar', from: 2, to: 4, owner: 0 },
      { kind: 'bar', from: 3, to: null, owner: 1 },
    ])
  })

  it('shows an answer that reached nobody, and one that comes from no dispatcher', () => {
    const lost = drawn(tell('ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher answers TAG-1'))
    expect(lost.arrows.at(-1)).toEqual({ kind: 'lost', from: 2, to: null, owner: 0 })
    const direct = drawn(tell('ann calls TAG-1\n bob calls TAG-2\n bob gets TAG-1'))
    expect(direct.arrows).toEqual([{ kind: 'crossed', from: 0, to: 2, owner: 0 }])
  })

  it('splits the dispatcher by connection, up to four of them', () => {
    const over = (connections: number) =>
      drawn(
        tell(Array.from({ length: connections }, (_, i) => `ann calls TAG-${i}\n dispatcher takes TAG-${i} on c${i}`).join('\n')),
      )
    expect(over(3).lanes.map(({ name }) => name)).toEqual(['ann', 'dispatcher c0', 'dispatcher c1', 'dispatcher c2'])
    expect(over(6).lanes.map(({ name }) => name)).toEqual(['ann', 'dispatcher'])
    expect(told(over(6))).toContain('dispatcher: c5: take TAG-5')
  })

  it('marks what the schedule moved, and keeps every other step aside', () => {
    const stepped = {
      ...swapped,
      steps: [step(1, 'ann', 'net.data rpc'), step(4, 'bob', 'net.data rpc', 1), step(9, 'bob', 'close')],
    }
    const drawing = drawn(stepped, { changes: [{ hold: 'ann|net.data rpc|1', until: 'bob|net.data rpc|1' }] })
    expect(told(drawing)).toContain('ann: net.data rpc | was slow')
    expect(told(drawing)).toContain('bob: receive TAG-1 | overtook ann | belongs to ann')
    expect(drawing.rows.filter(({ kind }) => kind === 'aside').map(({ text }) => text)).toEqual(['close'])
  })

  it('marks leaks', () => {
    const leaky = tell('ann calls TAG-1\n ann gets TAG-1', { leftovers: [leftover('timer', 'timer 30000 ms')] })
    expect(told(drawn(leaky))).toContain('ann: left open: timer 30000 ms | leak')
  })

  it('loses the middle of a story that is too long, and the arrows into it', () => {
    const drawing = drawn(longStory(400), { rows: 50 })
    expect(drawing.rows).toHaveLength(50)
    expect(drawing.rows.filter(({ kind }) => kind === 'gap').map(({ text }) => text)).toEqual(['... 351 rows not shown'])
    for (const { from, to } of drawing.arrows) expect(Math.max(from, to ?? 0)).toBeLessThan(50)
  })
})

describe('the page', () => {
  const one = page(of(counterexample()))

  it('says what went wrong, why, and how to see it again', () => {
    for (const text of ['bob received the answer to ann&#39;s call', 'ann was slow: net.data rpc', 'npx crosswire replay cw1.'])
      expect(one).toContain(text)
  })

  it('is the same for the same results', () => {
    expect(page(of(counterexample()))).toBe(one)
  })

  it('asks no network for anything, and runs its own script alone', () => {
    expect(one).toContain("default-src 'none'")
    expect(one.match(/<script>/g)).toHaveLength(1)
    expect(one).not.toMatch(/\b(src|href)=(?!"#)/)
    expect(one).not.toMatch(/url\(|@import|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  })

  it('has a script that is one script: nothing is imported, and no name is given twice', () => {
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(one) ?? []
    expect(script).not.toMatch(/^(import|export)\b/m)
    expect(() => new Function(script)).not.toThrow()
  })

  it('has the overview only where there are several results', () => {
    expect(one).not.toContain('<nav')
    const several = page(of(counterexample()), passed())
    expect(several).toContain('<nav')
    expect(several).toContain('1 of 2 variants as expected')
    expect(several).toContain('would have been found with 95 % probability')
  })

  it('says what kept a search from its end, and shows what it had found until then', () => {
    const text = page({ ...of(counterexample()), problem: { code: 'WATCHDOG', text: 'WATCHDOG: it <spins>' } })
    expect(text).toContain('WATCHDOG: it &lt;spins&gt;')
    expect(text).toContain('belongs to ann')
  })

  it('takes nothing of a subject for markup or for a script', () => {
    const hostile = tell(`ann calls TAG-1\n bob calls TAG-2`)
    const history = hostile.history.map((event) => ({
      ...event,
      actor: `${event.actor}${HOSTILE}`,
      op: HOSTILE,
      input: { [HOSTILE]: [HOSTILE, 'TAG'] },
    }))
    const verdict = { oracle: HOSTILE, outcome: 'fail' as const, message: HOSTILE }
    const text = page(
      finished({
        report: report({
          scenario: HOSTILE,
          variant: HOSTILE,
          counterexamples: [
            counterexample({ execution: { ...hostile, history }, verdict, verdicts: [verdict], race: HOSTILE, token: HOSTILE }),
          ],
        }),
      }),
    )
    expect(text).not.toContain('<img')
    expect(text).not.toContain('<details>')
    expect(text.match(/<script/g)).toHaveLength(2)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u001b\u2028\u2029]/)
  })
})

/** Without tokens, so that all of the data stands in the rows. */
const swollen = {
  ...longStory(1000),
  history: longStory(1000).history.map(({ token: _, ...event }) => ({
    ...event,
    op: '<'.repeat(99),
    input: '"<&'.repeat(99),
    output: '"<&'.repeat(99),
  })),
}

describe('the size of the page', () => {
  const KB = 1000
  const sized = (execution: Counterexample['execution'], over: Partial<Counterexample> = {}) =>
    Buffer.byteLength(page(of({ ...counterexample(), execution, ...over })))

  it.each([
    ['a thousand events', longStory(1000)],
    ['a thousand events of ten callers, each with a kilobyte', longStory(1000, { callers: 10, ballast: 'x'.repeat(1000) })],
    ['a thousand events, each with 90 kB that markup would swell', longStory(1000, { ballast: '<&"'.repeat(30_000) })],
    ['a thousand events among 50,000 steps', longStory(1000, { stepsBetween: 50 })],
    ['five thousand events', longStory(5000)],
    ['a thousand events of nothing but what markup swells', swollen],
  ])('%s: at most 300 kB', (_, execution) => {
    expect(sized(execution)).toBeLessThanOrEqual(300 * KB)
  })

  it('a thousand events beside a thousand that pass: at most 300 kB', () => {
    const nearestPassing = { execution: longStory(1000), flipped: { hold: 'ann|x|1', until: 'last' } }
    expect(sized(longStory(1000), { nearestPassing })).toBeLessThanOrEqual(300 * KB)
  })

  it('a thousand events are all there', () => {
    expect(page(of(counterexample({ execution: longStory(1000) }))).match(/<li class="e /g)).toHaveLength(1000)
  })
})
