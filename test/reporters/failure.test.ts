// The whole text of a failure, as the terminal shows it.
import { describe, expect, it } from 'vitest'
import { judge } from '../../harness/core/verdict.js'
import { defaultOracles } from '../../harness/oracles/defaults.js'
import { serialRequests } from '../../harness/oracles/serial-requests.js'
import { failure } from '../../harness/reporters/failure.js'
import { widthOf } from '../../harness/reporters/text.js'
import { whyLines } from '../../harness/reporters/why.js'
import { leftover, tell } from '../oracles/tell.js'
import { counterexample, swapped, visible } from './samples.js'

const OF = { scenario: 'rpc-shared-socket', variant: 'faulty', seed: 7 }

describe('failure', () => {
  it('says what, how it was found, in which order, why, what else, and how to replay it', () => {
    expect(`\n${failure(OF, counterexample(), { width: 88 })}`).toMatchInlineSnapshot(`
      "
      x rpc-shared-socket / faulty: bob received the answer to ann's call         own-response
        found after 3 schedules in 4 ms (strategy random, seed 7); shrunk to 2 callers, 2
        calls, 1 slow task

              ann                         bob                         dispatcher
          1   send echo TAG-1
          2                             > send echo TAG-2
          3                                                         > answer TAG-1
          4                             > receive TAG-1   <-- belongs to ann
          5   waits for ever at client.ts:21   <-- deadlock

        Why: ann was slow: net.data rpc (client.ts:21) was overtaken by bob's net.data rpc.
             Had it come first, all would have been well (checked).
        Also: own-response: the answer to ann's call never reached ann
        Also: never-settles: ann at client.ts:21 waits for ever
        Replay: crosswire replay cw1.eJyrVkrOz0nVUUrJLFayUkpJTUvMKU5V0lFKzk.3f9a01bc"
    `)
  })

  it('cuts a message of megabytes and says how much', () => {
    const { verdict, ...others } = counterexample()
    const huge = { ...verdict, message: 'x'.repeat(5_000_000) }
    const text = failure(OF, { ...others, verdict: huge, verdicts: [huge, { ...huge, oracle: 'other' }] }, { width: 88 })
    expect(text.length).toBeLessThan(4000)
    expect(text.replace(/\s+/g, ' ').match(/\.\.\. \([\d,]+ more characters\)/g)).toEqual([
      '... (4,999,500 more characters)',
      // With the name of the oracle before it.
      '... (4,999,507 more characters)',
    ])
  })

  it('fits a narrow terminal, all but the replay command', () => {
    const lines = failure(OF, counterexample(), { width: 40 }).split('\n')
    for (const line of lines.slice(0, -1)) expect(widthOf(line)).toBeLessThanOrEqual(40)
    expect(lines[lines.length - 1]).toBe(`  Replay: crosswire replay ${counterexample().token}`)
  })

  it('replays as the host says', () => {
    const text = failure(OF, counterexample(), {
      replayCommand: (token) => `CROSSWIRE_REPLAY='${token}' npx vitest run a.test.ts -t seats`,
    })
    expect(text.endsWith("3f9a01bc' npx vitest run a.test.ts -t seats")).toBe(true)
  })

  it('says something else than "found" where nothing was searched', () => {
    const text = failure(OF, counterexample({ shrink: null }), { found: 'replayed: fails as recorded' })
    expect(text).toContain('  replayed: fails as recorded\n')
    expect(text).not.toContain('found after')
  })

  it('does not give a failure that was met on the way the numbers of the one before it', () => {
    const text = failure(OF, counterexample({ scheduleNumber: 30, metWhileShrinking: 27, strategy: 'shrink' }), { width: 140 })
    expect(text).toContain(
      'found after 30 schedules in 4 ms, the last 27 of them while the failure before it was made small; shrunk to',
    )
    expect(text).not.toContain('strategy')
  })

  it('does not speak of shrinking where there was none', () => {
    expect(failure(OF, counterexample({ shrink: null }))).toContain('(strategy random, seed 7)\n')
  })

  it('names the race that it fits', () => {
    expect(failure(OF, counterexample({ race: 'swapped-responses' }))).toContain('\n  Race: swapped-responses\n')
  })

  it('lists the other verdicts once each, and those that cannot tell', () => {
    const unknown = { oracle: 'linearizable', outcome: 'unknown' as const, message: 'too many operations' }
    const verdicts = [...judge([...defaultOracles(), serialRequests()], swapped), unknown]
    const also = failure(OF, counterexample({ verdicts }), { width: 120 })
      .split('\n')
      .filter((line) => line.startsWith('  Also'))
    expect(also).toEqual([
      "  Also: own-response: the answer to ann's call never reached ann",
      '  Also: never-settles: ann at client.ts:21 waits for ever',
      "  Also: serial-requests: bob's request arrived on connection c1 while ann's was still unanswered",
      '  Also: linearizable cannot tell: too many operations',
    ])
  })

  it('says how it ended where no oracle does, where it was thrown, what was left open, and what was not controlled', () => {
    const stack = 'TypeError: x\n    at emit (node:events:1:1)\n    at buy (/app/office.ts:7:3)\n    at main (/app/main.ts:1:1)'
    const crooked = {
      ...tell('ann calls TAG-1\n ann gets TA', {
        end: { kind: 'threw', message: 'TypeError: x', error: { name: 'TypeError', message: 'x', stack } },
        leftovers: [
          leftover('socket', 'socket rpc'),
          leftover('timer', 'timer 50 ms', 'bob'),
          leftover('socket', 'c1', 'dispatcher'),
          leftover('error', 'x'),
        ],
      }),
      escapes: [{ type: 'PBKDF2', at: 'hash.ts:3' }],
      unmet: [{ hold: 'ann|x|1', until: 'last' as const }],
    }
    const verdict = { oracle: 'own-response', outcome: 'fail' as const, message: 'ann received an answer that belongs to nobody' }
    const text = failure(
      OF,
      counterexample({ execution: { ...crooked, stats: { ...crooked.stats, nativeUncontrolled: true } }, verdicts: [verdict] }),
      { width: 100 },
    )
    expect(text).toContain(
      [
        '  End: threw: TypeError: x',
        '  Thrown at: buy (/app/office.ts:7:3)',
        '  Left open: socket rpc (ann), timer 50 ms (bob)',
        '  Note: native work ran in it, whose order was not controlled',
        '  Note: PBKDF2 escaped control at hash.ts:3',
        '  Note: 1 change of the schedule found no place any more',
        '  Replay: ',
      ].join('\n'),
    )
  })

  it('puts the other lines of a message below the title, so many and no more', () => {
    const message = ['AssertionError: expected 1 to be 2', '', 'Expected: 2', 'Received: 1'].join('\n')
    const verdict = { oracle: 'threw', outcome: 'fail' as const, message }
    const [title, ...below] = failure(OF, counterexample({ verdicts: [verdict] }), { width: 90 }).split('\n')
    expect(title).toMatch(/^x rpc-shared-socket \/ faulty: AssertionError: expected 1 to be 2 +threw$/)
    expect(below.slice(0, 2)).toEqual(['    Expected: 2', '    Received: 1'])
    const long = { ...verdict, message: Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n') }
    const lines = failure(OF, counterexample({ verdicts: [long] }), { width: 90 }).split('\n')
    expect(lines.filter((line) => line.startsWith('    line '))).toHaveLength(12)
    expect(lines).toContain('    ...')
  })

  it('names no place where the stack has none', () => {
    const stack =
      'Error: ENOENT: no such file\n    at untilSettled.next (<anonymous>)\n    at runNextTicks (node:internal/x:60:5)'
    const end = { kind: 'threw' as const, message: 'Error: ENOENT', error: { name: 'Error', message: 'ENOENT', stack } }
    expect(failure(OF, counterexample({ execution: tell('ann calls TAG-1\n ann gets TA', { end }) }))).not.toContain('Thrown at')
  })

  it('counts no calls where none was recorded', () => {
    const none = { callers: 2, calls: 0, holds: 1, deviations: 0 }
    const shrink = { ...counterexample().shrink, before: none, after: none } as NonNullable<
      Parameters<typeof failure>[1]['shrink']
    >
    expect(failure(OF, counterexample({ shrink }), { width: 120 })).toContain('shrunk to 2 callers, 1 slow task\n')
  })

  it('spells out what would move the cursor', () => {
    const verdict = { oracle: 'own\u001b[1m', outcome: 'fail' as const, message: 'evil\u001b[2J\r\n' }
    expect(failure({ ...OF, variant: 'a\u0007' }, counterexample({ verdicts: [verdict] })).replaceAll('\n', '')).not.toMatch(
      /\p{Cc}/u,
    )
  })

  it('paints only with a palette', () => {
    expect(failure(OF, counterexample())).not.toMatch(/<\/?[bdrgy]>/)
    expect(failure(OF, counterexample(), { palette: visible })).toContain(
      "<r>x rpc-shared-socket / faulty: bob received the answer to ann's call</r>",
    )
  })
})

describe('why', () => {
  const hold = { hold: 'ann|net.data rpc|1', until: 'bob|net.data rpc|2', without: null }
  const deviation = { at: 'ann|timer 50 ms|1', nth: 1, step: 9, take: 'bob|net.data rpc|1', index: 2 }

  it('says who was slow and who overtook', () => {
    expect(whyLines({ holds: [{ ...hold, at: 'client.ts:21', without: 'pass' }], deviations: [] })).toEqual([
      "ann was slow: net.data rpc (client.ts:21) was overtaken by bob's net.data rpc. Had it come first, all would have been well (checked).",
    ])
    expect(
      whyLines({
        holds: [hold, { ...hold, until: 'last' }, { ...hold, until: 'ann|timer 5 ms|1', without: 'fail' }],
        deviations: [],
      }),
    ).toEqual([
      "ann was slow: net.data rpc was overtaken by bob's net.data rpc.",
      'ann was slow: net.data rpc came only when nothing else could run.',
      'ann was slow: net.data rpc was overtaken by its own timer 5 ms. Without that it fails in another way (checked).',
    ])
  })

  it('says which choices were others than usual', () => {
    const chunk = { ...deviation, at: 'ann|chunk net.read rpc|1', take: '1 byte' }
    const delay = { ...deviation, at: 'dispatcher|delay delay terminal|1', take: '50 ms' }
    expect(whyLines({ holds: [], deviations: [deviation, chunk, delay, { ...deviation, at: '', take: '' }] })).toEqual([
      "bob's net.data rpc came before ann's timer 50 ms.",
      "Of the data of ann's net.read rpc, one byte was read by itself.",
      "The dispatcher's terminal took 50 ms.",
      'At choice 9 option 2 was taken.',
    ])
  })

  it('keeps names apart from the sentence', () => {
    const root = { hold: 'ann|fs.mkdir .|1', until: 'bob|fs.readdir .|1', without: null }
    expect(whyLines({ holds: [root], deviations: [] })).toEqual([
      'ann was slow: "fs.mkdir ." was overtaken by bob\'s "fs.readdir .".',
    ])
  })

  it('tells once what was slow, whoever went on in it', () => {
    const end = (actor: string, key: string) => ({ actor, step: 1, key, at: { file: 'a.ts', line: 1 }, until: null })
    const sentence = "carl was slow: net.data rpc (a.ts:1) was overtaken by bob's net.data rpc."
    const explanation = { decides: 'order', sentence, executions: 9 } as const
    const pair = [end('bob', hold.until), end('carl', 'ann|net.data rpc|7')] as const
    expect(whyLines({ holds: [hold], deviations: [], explanation: { ...explanation, pair } })).toEqual([sentence])
  })

  it('counts what would be too long', () => {
    expect(whyLines({ holds: [], deviations: Array.from({ length: 9 }, () => deviation) })).toHaveLength(6)
    expect(whyLines({ holds: [], deviations: Array.from({ length: 9 }, () => deviation) })[5]).toBe('And 4 more deviations.')
  })

  it('says that nothing special was needed', () => {
    expect(whyLines({ holds: [], deviations: [] })).toEqual(['It needs no special order: the calmest schedule fails.'])
  })

  it('says that nothing decides, and how many schedules that rests on', () => {
    const why = (tried: number) =>
      whyLines({
        holds: [],
        deviations: [],
        explanation: { decides: 'nothing', tried, pair: null, sentence: null, executions: 9 },
      })[1]
    expect(why(1200)).toBe('Nothing that was tried decides: each of the 1,200 other schedules nearest to this one fails too.')
    expect(why(1)).toBe('Nothing that was tried decides: the one other schedule nearest to this one fails too.')
    expect(why(0)).toBe('Nothing decides: there is no other order in which it could run.')
  })

  it('tells a fault that decides once, and where callers waited when it struck', () => {
    const lost = { ...deviation, at: 'main|fault connection after MULTI|1', take: 'lost' }
    const sentence = 'Connection after MULTI was lost. Had it not been, all would have been well (checked).'
    const waiting = [{ actor: 'ann', at: { file: 'store.ts', line: 48 } }]
    const explanation = { decides: 'data', waiting, pair: null, sentence, executions: 9 } as const
    expect(whyLines({ holds: [], deviations: [lost], explanation })).toEqual([
      sentence,
      'When it struck, ann waited at store.ts:48.',
    ])
  })
})
