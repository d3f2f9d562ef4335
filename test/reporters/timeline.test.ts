// The timeline: who did what in which order, the crossed answer marked, on a wide and on a narrow terminal.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Execution } from '../../harness/core/execution.js'
import { MALFORMED } from '../../harness/core/history.js'
import { judge } from '../../harness/core/verdict.js'
import { noLeaks } from '../../harness/oracles/leaks.js'
import { ownResponse } from '../../harness/oracles/own-response.js'
import { serialRequests } from '../../harness/oracles/serial-requests.js'
import { widthOf } from '../../harness/reporters/text.js'
import { timeline } from '../../harness/reporters/timeline.js'
import { execution, leftover, tell } from '../oracles/tell.js'
import { wellBehaved } from '../oracles/well-behaved.js'
import { step, swapped, visible } from './samples.js'

/** With a line break before, so that inline snapshots begin at the margin. */
const drawn = (...args: Parameters<typeof timeline>): string => `\n${timeline(...args)}`

const twoConnections = tell(
  'ann calls TAG-1\n dispatcher takes TAG-1 on c1\n bob calls TAG-2\n dispatcher takes TAG-2 on c2\n dispatcher answers TAG-2\n dispatcher answers TAG-1',
)

describe('timeline', () => {
  it('has a column for each caller and one for the dispatcher, and the replay command last', () => {
    expect(drawn(swapped, { replay: 'crosswire replay cw1.abc' })).toMatchInlineSnapshot(`
      "
          ann                         bob                         dispatcher
      1   send echo TAG-1
      2                             > send echo TAG-2
      3                                                         > answer TAG-1
      4                             > receive TAG-1   <-- belongs to ann
      5   waits for ever at client.ts:21   <-- deadlock
      crosswire replay cw1.abc"
    `)
  })

  it('draws its columns closer on a narrow terminal, and the mark stays in one piece', () => {
    expect(drawn(swapped, { width: 48 })).toMatchInlineSnapshot(`
      "
          ann          bob          dispatcher
      1   send echo TAG-1
      2              > send echo TAG-2
      3                           > answer TAG-1
      4              > receive TAG-1
                       <-- belongs to ann
      5   waits for ever at client.ts:21
          <-- deadlock"
    `)
  })

  it('is a list where no columns fit', () => {
    expect(drawn(swapped, { width: 30 })).toMatchInlineSnapshot(`
      "
      1   ann: send echo TAG-1
      2 > bob: send echo TAG-2
      3 > dispatcher: answer TAG-1
      4 > bob: receive TAG-1
          <-- belongs to ann
      5   ann: waits for ever at
          client.ts:21
          <-- deadlock"
    `)
  })

  it('aligns wide and combining names by what is shown', () => {
    const story = tell(
      '安娜 calls TAG-1\n bo\u0301b calls TAG-2\n 👩‍👩‍👧 calls TAG-3\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n 👩‍👩‍👧 gets TAG-1',
    )
    expect(drawn(story, { width: 100 })).toMatchInlineSnapshot(`
      "
          安娜               bób                👩‍👩‍👧                 dispatcher
      1   send echo TAG-1
      2                    > send echo TAG-2
      3                                       > send echo TAG-3
      4                                                          > answer TAG-1
      5                                       > receive TAG-1   <-- belongs to 安娜
      6   has not ended
      7                      has not ended"
    `)
  })

  it('says so where nothing was recorded', () => {
    expect(timeline(tell(''))).toBe('nothing was recorded')
    expect(timeline(tell(''), { replay: 'again' })).toBe('nothing was recorded\nagain')
  })

  it('tells faults, refusals, failures and what was given up', () => {
    const story = tell(
      `ann calls TAG-1
      dispatcher takes TAG-1
      dispatcher refuses TAG-1 with not allowed
      ann fails not allowed
      bob calls TAG-2
      dispatcher takes TAG-2
      dispatcher loses TAG-2 by drop
      bob gives up no answer`,
    )
    expect(drawn(story)).toMatchInlineSnapshot(`
      "
          ann                   bob                   dispatcher
      1   send echo TAG-1
      2                                             > refuse TAG-1: not allowed
      3 > fail: not allowed
      4                       > send echo TAG-2
      5                                             > lose TAG-2 (drop)
      6                       > give up: no answer"
    `)
  })

  it('tells when requests arrived only where they overlap or arrive in another order', () => {
    const overlap = tell('ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher takes TAG-2')
    expect(timeline(overlap)).not.toContain('take')
    expect(drawn(overlap, { verdicts: judge([serialRequests()], overlap) })).toMatchInlineSnapshot(`
      "
          ann                bob                dispatcher
      1   send echo TAG-1
      2                    > send echo TAG-2
      3                                       > take TAG-1
      4                                         take TAG-2
      5   has not ended
      6                      has not ended"
    `)
    expect(timeline(tell('ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-2\n dispatcher takes TAG-1'))).toContain(
      'take TAG-2',
    )
  })

  it('has a column for each connection where there are several', () => {
    expect(drawn(twoConnections, { width: 100 })).toMatchInlineSnapshot(`
      "
          ann                bob                dispatcher c1      dispatcher c2
      1   send echo TAG-1
      2                    > send echo TAG-2
      3                                                          > answer TAG-2
      4                                       > answer TAG-1
      5   has not ended
      6                      has not ended"
    `)
    expect(timeline(swapped)).not.toContain('c1')
  })

  it('names the connection in the column of the dispatcher where more columns do not fit', () => {
    expect(drawn(twoConnections, { width: 60 })).toMatchInlineSnapshot(`
      "
          ann                bob                dispatcher
      1   send echo TAG-1
      2                    > send echo TAG-2
      3                                       > c2: answer TAG-2
      4                                         c1: answer TAG-1
      5   has not ended
      6                      has not ended"
    `)
    expect(drawn(twoConnections, { width: 40 })).toMatchInlineSnapshot(`
      "
      1   ann: send echo TAG-1
      2 > bob: send echo TAG-2
      3 > dispatcher c2: answer TAG-2
      4 > dispatcher c1: answer TAG-1
      5   ann: has not ended
      6   bob: has not ended"
    `)
  })

  it('marks what has leaked, and only that', () => {
    const leaky = tell('ann calls TAG-1\n ann gets TAG-1', {
      leftovers: [
        leftover('timer', 'timer 30000 ms'),
        leftover('timer', 'timer 1 ms', 'ann', false),
        leftover('socket', 'rpc', 'dispatcher'),
        leftover('server', 'tcp', 'main', false),
      ],
    })
    expect(drawn(leaky)).not.toContain('leak')
    expect(drawn(leaky, { verdicts: judge([noLeaks()], leaky) })).toMatchInlineSnapshot(`
      "
          ann                         main
      1   send echo TAG-1
      2   receive TAG-1
      3   left open: timer 30000 ms   <-- leak
      4                               left open: server tcp   <-- leak"
    `)
  })

  it('marks who came to no end and who waits for them, and not who serves them and waits for the next', () => {
    const waits = [
      { actor: 'ann', waitsFor: null, at: 'client.ts:21' },
      { actor: 'cat', waitsFor: 'ann' },
      { actor: 'worker', waitsFor: null, at: 'worker.ts:5' },
    ]
    const text = timeline(tell('ann calls TAG-1', { end: 'deadlock' }), { waits })
    expect(text).toMatch(/waits for ever at client\.ts:21\s+<-- deadlock/)
    expect(text).toMatch(/waits for ann\s+<-- deadlock/)
    expect(text).toMatch(/waits for ever at\s+worker\.ts:5$/)
  })

  it('marks who waits in a circle, and not who waits for them', () => {
    const locked = tell('ann calls TAG-1\n bob calls TAG-2\n cat calls TAG-3', { end: 'deadlock' })
    const waits = [
      { actor: 'ann', waitsFor: 'bob', in: 'Pool.acquire', at: 'pool.ts:12' },
      { actor: 'bob', waitsFor: 'ann' },
      { actor: 'cat', waitsFor: 'bob' },
    ]
    expect(drawn(locked, { waits })).toMatchInlineSnapshot(`
      "
          ann                         bob                         cat
      1   send echo TAG-1
      2                             > send echo TAG-2
      3                                                         > send echo TAG-3
      4   waits for bob at pool.ts:12   <-- waits in a circle
      5                               waits for ann   <-- waits in a circle
      6                                                           waits for bob"
    `)
  })

  it('shows a request that arrived malformed', () => {
    const { history, ...rest } = tell('ann calls TAG-1')
    const arrival = {
      n: 1,
      atMs: 1,
      step: 1,
      actor: 'dispatcher',
      call: 9,
      type: 'invoke' as const,
      op: MALFORMED,
      input: 'TAG-1}{"',
    }
    expect(timeline({ ...rest, history: [...history, arrival] })).toContain('take malformed request: "TAG-1}{\\""')
  })

  it('marks what the oracle found where tokens do not tell', () => {
    const squares = ownResponse({ match: (output, { token }) => Number(output) === Number(token) ** 2 })
    const crossed = tell('ann calls 3\n bob calls 4\n ann gets 16\n bob gets 9')
    expect(drawn(crossed, { verdicts: judge([squares], crossed) })).toMatchInlineSnapshot(`
      "
          ann            bob
      1   send echo 3
      2                > send echo 4
      3 > receive 16   <-- belongs to bob
      4                > receive 9"
    `)
    const garbled = tell('ann calls TAG-1\n ann gets TA')
    expect(timeline(garbled, { verdicts: judge([ownResponse()], garbled) })).toContain('receive "TA"   <-- belongs to nobody')
    expect(timeline(garbled)).not.toContain('<--')
    const together = tell(
      'ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n ann gets TAG-1 TAG-2',
    )
    expect(timeline(together, { verdicts: judge([ownResponse()], together) })).toContain(
      'receive TAG-1 TAG-2   <-- with the answer of bob',
    )
  })

  it('marks an answer to another call of the same caller', () => {
    expect(timeline(tell('ann calls TAG-1\n ann gets TAG-1\n ann calls TAG-2\n ann gets TAG-1'))).toContain(
      "receive TAG-1   <-- belongs to ann's other call",
    )
  })

  it('does not say for ever where a limit ended it', () => {
    expect(timeline(tell('ann calls TAG-1', { end: 'limit' }))).toContain('2   has not ended')
  })

  it('cuts a megabyte of output, control characters spelled out', () => {
    const big = timeline(tell(`ann calls TAG-1\n ann gets ${'x\u001b[2J'.repeat(250_000)}`))
    expect(big.length).toBeLessThan(200)
    expect(big).not.toContain('\u001b')
  })

  it('paints only with a palette', () => {
    expect(timeline(swapped)).not.toContain('<r>')
    expect(timeline(swapped, { palette: visible }).split('\n')[4]).toBe(
      '<d>4</d>                             <d>> </d><r>receive TAG-1   <-- belongs to ann</r>',
    )
  })
})

describe('steps in a timeline', () => {
  const stepped: Execution = {
    ...swapped,
    history: swapped.history.map((event) => ({ ...event, step: event.step + 1 })),
    steps: [
      step(0, 'main', 'start'),
      step(1, 'bob', 'start'),
      step(4, 'dispatcher', 'timer 50 ms'),
      step(5, 'bob', 'net.data rpc', 1),
      step(6, 'ann', 'net.data rpc'),
      step(7, 'ann', 'net.close'),
    ],
  }

  it('are shown where a hold moved them: who was slow, and who overtook', () => {
    expect(drawn(stepped, { changes: [{ hold: 'ann|net.data rpc|1', until: 'bob|net.data rpc|1' }] })).toMatchInlineSnapshot(`
      "
          ann                         bob                         dispatcher
      1   send echo TAG-1
      2                             > send echo TAG-2
      3                                                         > answer TAG-1
      4                             > receive TAG-1   (overtook ann)
                                      <-- belongs to ann
      5 > net.data rpc   (was slow)
      6   waits for ever at client.ts:21   <-- deadlock"
    `)
  })

  it('are shown where a deviation moved them', () => {
    const deviation = { at: 'bob|net.data rpc|1', nth: 1, step: 5, take: 'ann|net.close|1', index: 1 }
    expect(timeline(stepped, { changes: [deviation] })).toContain('net.close   (before bob)')
  })

  it('are only counted where too many were moved to tell a story', () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ at: 'x|y|1', nth: n, step: n, take: 'ann|net.close|1', index: 1 }))
    expect(timeline(stepped, { changes: many })).not.toContain('net.close')
    expect(timeline(stepped, { changes: many })).toContain('not shown)')
  })

  it('are all told where there is no history, runs of one actor in one row', () => {
    const { history: _, ...rest } = stepped
    expect(drawn({ ...rest, history: [] })).toMatchInlineSnapshot(`
      "
          bob                ann                main               dispatcher
      1                                         start
      2 > start
      3                                                          > timer 50 ms
      4 > net.data rpc
      5                    > net.data rpc, net.close"
    `)
  })

  it('lose their middle where there are too many rows', () => {
    const steps = Array.from({ length: 100 }, (_, n) => step(n, n % 2 === 0 ? 'ann' : 'bob', `step ${n}`))
    const long: Execution = { ...execution([]), steps }
    const lines = timeline(long, { rows: 10 }).split('\n')
    expect(lines).toHaveLength(11)
    expect(lines.slice(2, 5)).toEqual(['  2             > step 1', '      ... 91 rows not shown', ' 94             > step 93'])
    expect(lines[10]).toContain('step 99')
  })
})

describe('any timeline', () => {
  it('fits the terminal, shows every event of the callers once, and is ASCII where the data is', () => {
    fc.assert(
      fc.property(wellBehaved(), fc.integer({ min: 20, max: 160 }), (history, width) => {
        const text = timeline(execution(history), { width, rows: 1000 })
        for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width)
        expect(/^[\n -~]*$/.test(text)).toBe(true)
        const sends = history.filter(({ type, actor }) => type === 'invoke' && actor !== 'dispatcher')
        expect(text.match(/\bsend\b/g)).toHaveLength(sends.length)
        expect(text).not.toContain('<--')
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})
