// own-response: each bad history is rejected by its symptom, and its repaired twin is accepted.
import { describe, expect, it } from 'vitest'
import type { Execution } from '../../harness/core/execution.js'
import { MALFORMED } from '../../harness/core/history.js'
import { type OwnResponseOptions, ownResponse } from '../../harness/oracles/own-response.js'
import { tell } from './tell.js'

const verdictsOn = (execution: Execution, options: OwnResponseOptions = {}) => [ownResponse(options).judge(execution)].flat()
/** `outcome`, or `symptom: message` of each verdict that is no pass. */
const said = (execution: Execution, options: OwnResponseOptions = {}): string[] =>
  verdictsOn(execution, options).map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))

const BOTH_SERVED = `
  ann calls TAG-1
  bob calls TAG-2
  dispatcher takes TAG-1
  dispatcher takes TAG-2
  dispatcher answers TAG-1
  dispatcher answers TAG-2`

describe('own-response tells apart', () => {
  it('a swap: each got the other’s answer', () => {
    expect(said(tell(`${BOTH_SERVED}\n bob gets TAG-1\n ann gets TAG-2`))).toEqual([
      "swap: ann received the answer to bob's call",
    ])
    expect(said(tell(`${BOTH_SERVED}\n bob gets TAG-2\n ann gets TAG-1`))).toEqual(['pass'])
  })

  it('a swap that leaves the owner waiting: the drop follows, the swap leads', () => {
    expect(said(tell(`${BOTH_SERVED}\n bob gets TAG-1`, { end: 'deadlock' }))).toEqual([
      "swap: bob received the answer to ann's call",
      "drop: the answer to ann's call never reached ann",
    ])
    expect(said(tell(`${BOTH_SERVED}\n bob gets TAG-2\n ann gets TAG-1`, { end: 'deadlock' }))).toEqual(['pass'])
  })

  it('a swap by the text of an error', () => {
    expect(said(tell(`${BOTH_SERVED}\n ann gets TAG-1\n bob fails cannot read "TAG-1"`))).toEqual([
      "swap: bob failed with the answer to ann's call",
    ])
    const refused = `ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-2\n dispatcher refuses TAG-2 with no TAG-2 here`
    expect(said(tell(`${refused}\n ann gets TAG-1\n bob fails cannot: no TAG-2 here`))).toEqual(['pass'])
  })

  it('a swap by a refusal that was meant for another', () => {
    const story = `ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher takes TAG-2
      dispatcher refuses TAG-1 with not allowed\n dispatcher answers TAG-2`
    expect(said(tell(`${story}\n ann gets TAG-2\n bob fails error: not allowed`))).toEqual([
      "swap: ann received the answer to bob's call",
    ])
    expect(said(tell(`${story}\n bob fails error: not allowed`))[0]).toBe("swap: bob failed with the answer to ann's call")
    expect(said(tell(`${story}\n ann fails error: not allowed\n bob gets TAG-2`))).toEqual(['pass'])
  })

  it('a refusal that is lost: the caller is told that all is well, and gets nothing', () => {
    const story = 'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher refuses TAG-1 with no such tool'
    const lost = "lost-refusal: ann's call ended well and with nothing, although the dispatcher had refused it: no such tool"
    expect(said(tell(`${story}\n ann gets nothing`), { refusalsFail: true })).toEqual([lost])
    expect(said(tell(`${story}\n ann gets null`), { refusalsFail: true })).toEqual([lost])
    // "There is none" may be told by a value.
    expect(said(tell(`${story}\n ann gets null`))).toEqual(['pass'])
    expect(said(tell(`${story}\n ann fails no such tool`), { refusalsFail: true })).toEqual(['pass'])
    // An error that is handed on as a value is one's own affair, and so is a second attempt.
    expect(said(tell(`${story}\n ann gets {"error":"no such tool"}`), { refusalsFail: true })).toEqual(['pass'])
    expect(
      said(tell(`${story}\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n ann gets TAG-1`), { refusalsFail: true }),
    ).toEqual(['pass'])
    expect(said(tell(`${story}\n ann gets nothing`), { mayFail: true, refusalsFail: true })).toEqual(['pass'])
    // Without an announced token nobody knows whether anything was to come back.
    expect(said(tell(`${story}\n ann gets nothing`, { announced: false }), { refusalsFail: true })[0]).toMatch('nothing to judge')
  })

  it('a duplicate: one answer for two', () => {
    expect(said(tell(`${BOTH_SERVED}\n ann gets TAG-1\n bob gets TAG-1`))).toEqual([
      "duplicate: ann and bob both received the answer to ann's call",
    ])
    expect(said(tell(`${BOTH_SERVED}\n ann gets TAG-1\n bob gets TAG-2`))).toEqual(['pass'])
  })

  it('a duplicate among three, none of them its owner', () => {
    const story = `ann calls TAG-1\n bob calls TAG-2\n cat calls TAG-3\n dan calls TAG-4`
    expect(said(tell(`${story}\n bob gets TAG-1\n cat gets TAG-1\n dan gets TAG-1\n ann gets TAG-1`))).toEqual([
      "duplicate: ann, bob, cat and dan all received the answer to ann's call",
    ])
    expect(said(tell(`${story}\n bob gets TAG-2\n cat gets TAG-3\n dan gets TAG-4\n ann gets TAG-1`))).toEqual(['pass'])
  })

  it('a duplicate that one caller received with its next call', () => {
    const story = 'ann calls TAG-1\n ann gets TAG-1\n ann calls TAG-2'
    expect(said(tell(`${story}\n ann gets TAG-1`))).toEqual([
      "duplicate: ann (calling TAG-1) and ann (calling TAG-2) both received the answer to ann's call TAG-1",
    ])
    expect(said(tell(`${story}\n ann gets TAG-2`))).toEqual(['pass'])
  })

  it('a late answer that went to the next call', () => {
    const story = `ann calls TAG-1\n dispatcher takes TAG-1\n ann gives up time-out\n bob calls TAG-2\n dispatcher answers TAG-1`
    expect(said(tell(`${story}\n bob gets TAG-1`))).toEqual([
      "late: bob received the late answer to ann's call, which had been given up",
    ])
    expect(said(tell(`${story}\n dispatcher takes TAG-2\n dispatcher answers TAG-2\n bob gets TAG-2`))).toEqual(['pass'])
  })

  it('a swap from a late answer: its owner had not given up, it failed on what it took', () => {
    const refused = `ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher takes TAG-2
      dispatcher refuses TAG-1\n bob fails the tool says no\n dispatcher answers TAG-2`
    expect(said(tell(`${refused}\n ann gets TAG-2`))).toEqual(["swap: ann received the answer to bob's call"])
    const unreadable = `ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n ann fails not JSON\n bob calls TAG-2`
    expect(said(tell(`${unreadable}\n bob gets TAG-1`))).toEqual([
      "swap: bob received the answer to ann's call",
      "unexpected-failure: ann's call failed although the dispatcher had answered it: not JSON",
    ])
  })

  it('a garbled answer: cut, run together, empty', () => {
    const story = 'ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher answers TAG-1'
    for (const answer of ['TAG', 'TAG-1TAG-2', 'TAG-12', 'nothing', 'null', '{"a":[]}']) {
      expect(said(tell(`${story}\n ann gets ${answer}\n bob gets TAG-2`))).toEqual([
        expect.stringMatching(/^garbled: ann received an answer that belongs to nobody: /),
      ])
    }
    expect(said(tell(`${story}\n ann gets {"a":["x TAG-1"]}\n bob gets TAG-2`))).toEqual(['pass'])
  })

  it('a garbled answer: one’s own and another’s that is missing there', () => {
    expect(said(tell(`${BOTH_SERVED}\n ann gets TAG-1 TAG-2`, { end: 'deadlock' }))).toEqual([
      "garbled: ann received its own answer and the one to bob's call, run together",
      "drop: the answer to bob's call never reached bob",
    ])
    expect(said(tell(`${BOTH_SERVED}\n ann gets TAG-1 TAG-2\n bob gets TAG-2`, { end: 'deadlock' }))).toEqual(['pass'])
  })

  it('a garbled answer beside a fault that hit somebody else', () => {
    const story = `${BOTH_SERVED.replace('dispatcher answers TAG-1', 'dispatcher loses TAG-1 by disconnect')}\n ann gets nothing`
    expect(said(tell(`${story}\n bob gets TAG`))).toEqual(['garbled: bob received an answer that belongs to nobody: "TAG"'])
    expect(said(tell(`${story}\n bob gets TAG-2`))).toEqual(['pass'])
  })

  it('a drop: answered, but it never ended', () => {
    const story = 'ann calls TAG-1\n dispatcher takes TAG-1'
    expect(said(tell(`${story}\n dispatcher answers TAG-1`, { end: 'deadlock' }))).toEqual([
      "drop: the answer to ann's call never reached ann",
    ])
    expect(said(tell(`${story}\n dispatcher refuses TAG-1`, { end: 'stuck' }))).toEqual([
      "drop: the answer to ann's call never reached ann",
    ])
    expect(said(tell(story, { end: 'deadlock' }))).toEqual(['pass'])
    expect(said(tell(`${story}\n dispatcher loses TAG-1 by drop`, { end: 'deadlock' }))).toEqual(['pass'])
    expect(said(tell(`${story}\n dispatcher answers TAG-1`, { end: 'limit' }))).toEqual(['pass'])
    expect(said(tell(`${story}\n dispatcher answers TAG-1\n ann gets TAG-1`))).toEqual(['pass'])
  })

  it('a failure although the dispatcher had answered', () => {
    const story = 'ann calls TAG-1\n dispatcher takes TAG-1'
    expect(said(tell(`${story}\n dispatcher answers TAG-1\n ann fails Unexpected token`))).toEqual([
      "unexpected-failure: ann's call failed although the dispatcher had answered it: Unexpected token",
    ])
    expect(said(tell(`${story}\n ann fails lock is not defined\n dispatcher answers TAG-1`))).toEqual([
      "unexpected-failure: ann's call failed before its answer came: lock is not defined",
    ])
    expect(said(tell(`${story}\n dispatcher refuses TAG-1\n ann fails the tool says no`))).toEqual(['pass'])
  })

  it('a failure of a client that throws on every call', () => {
    const story = 'ann calls TAG-1\n ann fails lock is not defined\n bob calls TAG-2\n bob fails lock is not defined'
    expect(said(tell(story))).toEqual([
      "unexpected-failure: ann's call failed before the dispatcher received it: lock is not defined",
    ])
  })

  it('a failure because two requests ran together on the way', () => {
    const facts = { actor: 'dispatcher', call: 99, op: MALFORMED, via: { connection: 'c1', message: 1 } }
    const { history, ...rest } = tell('ann calls TAG-1\n ann fails malformed request')
    const arrival = { n: 1, atMs: 1, step: 1, ...facts, type: 'invoke' as const, input: 'TAG-1}{TAG-2' }
    const refusal = { n: 2, atMs: 2, step: 2, ...facts, type: 'fail' as const, error: 'malformed request' }
    const [first, last] = history
    if (first === undefined || last === undefined) throw new Error('two events')
    expect(said({ ...rest, history: [first, arrival, refusal, { ...last, n: 3 }] })).toEqual([
      "unexpected-failure: ann's call failed because its request arrived malformed: malformed request",
    ])
  })
})

describe('own-response expects a failure', () => {
  const lost = (by: string, error: string) =>
    tell(
      `${BOTH_SERVED.replace('dispatcher answers TAG-1', `dispatcher loses TAG-1 by ${by}`)}\n ann fails ${error}\n bob gets TAG-2`,
    )

  it.each(['drop', 'disconnect', 'half-open', 'crash', 'never'])('where a fault hit the request: %s', (fault) => {
    expect(said(lost(fault, 'time-out'))).toEqual(['pass'])
  })

  it('where a fault cut the connection under an answer that was under way', () => {
    const story = 'ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher takes TAG-2\n dispatcher answers TAG-1'
    expect(said(tell(`${story}\n dispatcher loses TAG-2 by disconnect\n ann fails closed\n bob fails closed`))).toEqual(['pass'])
    expect(said(tell(`${story}\n dispatcher answers TAG-2\n ann fails closed\n bob gets TAG-2`))).toEqual([
      "unexpected-failure: ann's call failed although the dispatcher had answered it: closed",
    ])
  })

  it('but not where the fault struck another connection', () => {
    const story =
      'ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1 on c1\n dispatcher takes TAG-2 on c2\n dispatcher answers TAG-1'
    expect(said(tell(`${story}\n dispatcher loses TAG-2 by disconnect\n ann fails closed\n bob fails closed`))).toEqual([
      "unexpected-failure: ann's call failed although the dispatcher had answered it: closed",
    ])
  })

  it('where an injected second answer made the next one unreadable', () => {
    const story =
      'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n dispatcher answers TAG-1\n ann gets TAG-1'
    const next = `${story}\n bob calls TAG-2\n dispatcher takes TAG-2\n dispatcher answers TAG-2`
    expect(said(tell(`${next}\n bob fails not JSON`))).toEqual(['pass'])
    expect(said(tell(`${next}\n bob gets TAG-1`))).toEqual(["duplicate: ann and bob both received the answer to ann's call"])
  })

  it('where the connection was gone before the request could be sent', () => {
    const story = 'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher loses TAG-1 by disconnect\n ann fails closed'
    expect(said(tell(`${story}\n bob calls TAG-2\n bob fails not connected`))).toEqual(['pass'])
  })

  it('but not where the subject itself closed the connection', () => {
    const story = 'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n bob calls TAG-2\n dispatcher takes TAG-2'
    expect(said(tell(`${story}\n dispatcher loses TAG-2 by connection closed\n ann fails closed\n bob fails closed`))[0]).toMatch(
      /^unexpected-failure: ann's call/,
    )
  })

  it('where the user says so', () => {
    const slow = tell('ann calls TAG-1\n dispatcher takes TAG-1\n ann fails time-out\n dispatcher answers TAG-1')
    expect(said(slow, { mayFail: true })).toEqual(['pass'])
    expect(said(slow, { mayFail: ({ end }) => end?.error === 'time-out' })).toEqual(['pass'])
    expect(said(slow, { mayFail: ({ end }) => end?.error === 'other' })).toHaveLength(1)
    expect(said(tell(`${BOTH_SERVED}\n ann gets TAG-2\n bob fails x`), { mayFail: true })).toEqual([
      "swap: ann received the answer to bob's call",
    ])
  })
})

describe('own-response leaves alone', () => {
  it('answers of tools that do not carry the token', () => {
    const story = 'ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher answers TAG-1 with "pong"'
    expect(said(tell(`${story}\n ann gets pong\n bob gets TAG-2`))).toEqual(['pass'])
    expect(said(tell(`${story}\n ann gets TAG-2\n bob gets TAG-2`))).toEqual([
      "duplicate: ann and bob both received the answer to bob's call",
    ])
  })

  it('answers that mention another’s token because the tool said so', () => {
    const story = 'ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-2\n dispatcher answers TAG-2 with "before you: TAG-1"'
    expect(said(tell(`${story}\n ann gets TAG-1\n bob gets before you: TAG-1`))).toEqual(['pass'])
  })

  it('operations that ended as info, and those that the dispatcher has not answered yet', () => {
    expect(said(tell('ann calls TAG-1\n ann gives up drop\n bob calls TAG-2', { end: 'deadlock' }))).toEqual(['pass'])
  })

  it('refusals in races that have no dispatcher', () => {
    const story = 'ann calls seat-1\n bob calls seat-2\n ann gets seat-1\n bob fails sold out'
    expect(said(tell(story, { announced: false }))).toEqual(['pass'])
  })

  it('guessed tokens where nothing is returned', () => {
    expect(said(tell('ann calls seat-1\n ann gets nothing\n bob calls seat-2\n bob gets seat-2', { announced: false }))).toEqual([
      'pass',
    ])
    expect(said(tell('ann calls seat-1\n ann gets nothing', { announced: false }))).toEqual([
      expect.stringMatching(/^nothing-to-judge: own-response: nothing to judge/),
    ])
  })
})

describe('own-response says unknown', () => {
  it('where no operation was recorded', () => {
    expect(verdictsOn(tell(''))).toMatchObject([{ outcome: 'unknown', symptom: 'nothing-to-judge' }])
    expect(verdictsOn(tell('dispatcher takes TAG-1'))).toMatchObject([{ outcome: 'unknown' }])
  })

  it('where no operation has a token of its own', () => {
    const shared = tell('ann calls seat-1\n bob calls seat-1\n ann gets yes\n bob gets no', { announced: false })
    expect(verdictsOn(shared)).toMatchObject([{ outcome: 'unknown', symptom: 'nothing-to-judge' }])
  })
})

describe('own-response with match', () => {
  const squares: OwnResponseOptions = {
    match: (output, { input }) => String(output) === `square of ${(input as { command: string }).command.slice('echo '.length)}`,
  }

  it('judges without tokens in answers', () => {
    const story = 'ann calls 3\n bob calls 4'
    expect(said(tell(`${story}\n ann gets square of 3\n bob gets square of 4`, { announced: false }), squares)).toEqual(['pass'])
    expect(said(tell(`${story}\n ann gets square of 4\n bob gets square of 3`, { announced: false }), squares)).toEqual([
      "swap: ann received the answer to bob's call",
    ])
    expect(said(tell(`${story}\n ann gets 9\n bob gets square of 4`, { announced: false }), squares)).toEqual([
      'garbled: ann received an answer that belongs to nobody: 9',
    ])
  })

  it('is asked first, even where the dispatcher’s own answer carries no token', () => {
    const story = 'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher answers TAG-1 with "pong"\n ann gets pong'
    expect(said(tell(story), { match: () => false })).toEqual(['garbled: ann received an answer that belongs to nobody: "pong"'])
  })
})

describe('own-response names', () => {
  it('calls by their tokens where a caller made several', () => {
    const story = 'ann calls TAG-1\n ann gets TAG-1\n ann calls TAG-2\n bob calls TAG-3\n bob gets TAG-2'
    expect(said(tell(story))).toEqual(["swap: bob received the answer to ann's call TAG-2"])
  })

  it('the events that show it', () => {
    const [verdict] = verdictsOn(tell(`${BOTH_SERVED}\n bob gets TAG-1`, { end: 'limit' }))
    expect(verdict?.events).toEqual([1, 6, 0])
  })

  it('long answers by their beginning', () => {
    const [message = ''] = said(tell(`ann calls TAG-1\n ann gets ${'x'.repeat(1 << 20)}`))
    expect(message.length).toBeLessThan(200)
  })
})
