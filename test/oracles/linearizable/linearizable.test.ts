// linearizable: by hand-made histories, and against the definition on random ones.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { callsOf, type HistoryEvent } from '../../../harness/core/history.js'
import { findOrder } from '../../../harness/oracles/linearizable/find-order.js'
import { type LinearizableOptions, linearizable } from '../../../harness/oracles/linearizable/linearizable.js'
import { operationsOf } from '../../../harness/oracles/linearizable/operations.js'
import { counter } from '../../../harness/oracles/models/counter.js'
import { log } from '../../../harness/oracles/models/log.js'
import type { Model } from '../../../harness/oracles/models/model.js'
import { queue } from '../../../harness/oracles/models/queue.js'
import { register } from '../../../harness/oracles/models/register.js'
import { execution } from '../tell.js'
import { bruteForce, histories, isOrder, type Use } from './histories.js'

/** `ann> write 1`, `ann< 1` (a result), `ann! text` (failed), `ann? ` (info); one event a line. */
const told = (story: string): HistoryEvent[] => {
  const open = new Map<string, { call: number; op: string }>()
  return story
    .trim()
    .split('\n')
    .map((line, n) => {
      const [, actor = '', sign = '', text = ''] = /^\s*(\w+)([><!?]) ?(.*)$/.exec(line) ?? []
      const place = { n, atMs: n, step: n, actor }
      if (sign === '>') {
        const [op = '', ...input] = text.split(' ')
        open.set(actor, { call: n, op })
        return {
          ...place,
          call: n,
          op,
          type: 'invoke' as const,
          ...(input.length > 0 ? { input: JSON.parse(input.join(' ')) } : {}),
        }
      }
      const mine = open.get(actor) ?? { call: -1, op: '' }
      if (sign === '<') return { ...place, ...mine, type: 'ok' as const, output: text === '' ? undefined : JSON.parse(text) }
      return { ...place, ...mine, type: sign === '!' ? ('fail' as const) : ('info' as const), error: text }
    })
}

const said = <State>(model: Model<State>, story: string, options: LinearizableOptions = {}): string[] =>
  [linearizable(model, options).judge(execution(told(story)))]
    .flat()
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${outcome} ${symptom}: ${message}`))

describe('a register', () => {
  it('may answer an overlapping read with the old value or the new one', () => {
    const story = (value: number) => `ann> write 1\n ann<\n ann> write 2\n bob> read\n bob< ${value}\n ann<`
    expect(said(register(), story(1))).toEqual(['pass'])
    expect(said(register(), story(2))).toEqual(['pass'])
  })

  it('does not go back: a read that follows one of the new value sees it too', () => {
    const story = (second: number) => `
      ann> write 1
      bob> read
      bob< 1
      bob> read
      bob< ${second}
      ann<`
    expect(said(register({ initial: 0 }), story(1))).toEqual(['pass'])
    expect(said(register({ initial: 0 }), story(0))).toEqual([
      "fail no-order: bob's read returned 0, which no order of the operations explains: the best one ends with bob's read",
    ])
  })

  it('shows a stale read after an acknowledged write', () => {
    const [verdict] = [linearizable(register()).judge(execution(told('ann> write 1\n ann<\n bob> read\n bob< null')))].flat()
    expect(verdict).toMatchObject({ outcome: 'fail', symptom: 'no-order', events: [2, 3] })
    expect(said(register(), 'ann> write 1\n ann<\n bob> read\n bob< 1')).toEqual(['pass'])
  })

  it('compares and sets once', () => {
    const story = (bob: boolean) => `ann> cas [null, 1]\n bob> cas [null, 2]\n ann< true\n bob< ${bob}`
    expect(said(register(), story(false))).toEqual(['pass'])
    expect(said(register(), story(true))[0]).toMatch(/^fail no-order: (ann|bob)'s cas \[null,[12]\] returned true/)
  })

  it('may or may not have taken a write of which nobody knows', () => {
    const story = (value: string) => `ann> write 1\n ann? lost\n bob> read\n bob< ${value}`
    expect(said(register(), story('1'))).toEqual(['pass'])
    expect(said(register(), story('null'))).toEqual(['pass'])
    expect(said(register(), story('2'))[0]).toMatch(/^fail/)
  })

  it('takes a lost write once, and then keeps it', () => {
    const story = 'ann> write 1\n ann? lost\n bob> read\n bob< 1\n bob> read\n bob< null'
    expect(said(register(), story)[0]).toMatch(/^fail no-order: bob's read returned null/)
  })

  it('is judged part by part', () => {
    const part = ({ input }: { input: unknown }): string => (input as { key: string }).key
    const options = { part, written: (input: unknown) => (input as { value: number }).value }
    const story = (b: string) => `
      ann> write {"key":"a","value":1}
      ann<
      bob> write {"key":"b","value":2}
      bob<
      ann> read {"key":"a"}
      ann< 1
      bob> read {"key":"b"}
      bob< ${b}`
    expect(said(register(options), story('2'))).toEqual(['pass'])
    expect(said(register(options), story('1'))).toHaveLength(1)
  })
})

describe('failures', () => {
  it('have changed nothing, unless the model judges them', () => {
    const story = 'ann> write 1\n ann! full\n bob> read\n bob< null'
    expect(said(register(), story)).toEqual(['pass'])
    expect(said(register(), story, { failures: 'judged' })[0]).toMatch(/^fail/)
  })
})

describe('a queue', () => {
  it('gives each item once, in the order of the puts', () => {
    const story = (first: number, second: string) => `
      ann> put 1
      ann<
      ann> put 2
      ann<
      bob> take
      cat> take
      bob< ${first}
      cat< ${second}`
    expect(said(queue(), story(2, '1'))).toEqual(['pass'])
    expect(said(queue(), story(1, '1'))[0]).toMatch(/^fail/)
    expect(said(queue(), story(2, 'null'))[0]).toMatch(/^fail/)
  })
})

describe('a log', () => {
  it('shows every append once, until it is cleared', () => {
    const story = (read: string) => `ann> append 1\n ann<\n ann> append 2\n ann<\n bob> read\n bob< ${read}`
    expect(said(log(), story('[1,2]'))).toEqual(['pass'])
    for (const wrong of ['[2]', '[2,1]', '[1,2,2]', '[]'])
      expect(said(log(), story(wrong))[0]).toMatch(/^fail no-order: bob's read/)
    const cleared = (read: string) => `ann> append 1\n ann<\n ann> clear\n ann<\n bob> read\n bob< ${read}`
    expect(said(log(), cleared('[]'))).toEqual(['pass'])
    expect(said(log(), cleared('[1]'))[0]).toMatch(/^fail/)
  })

  it('may have names, parts and a beginning of its own', () => {
    const chat = log({
      does: ({ op }) => (op === 'say' ? 'append' : op === 'open' ? 'read' : null),
      item: (input) => (input as { text: string }).text,
      part: ({ input }) => (input as { key: string }).key,
      initial: (part) => (part === 'home' ? ['hello'] : []),
    })
    const story = (read: string) => `
      ann> say {"key":"home","text":"a"}
      ann<
      bob> flush {"key":"home"}
      bob<
      bob> open {"key":"home"}
      bob< ${read}
      bob> open {"key":"work"}
      bob< []`
    expect(said(chat, story('["hello","a"]'))).toEqual(['pass'])
    expect(said(chat, story('["a"]'))).toHaveLength(1)
  })
})

it('a counter that loses an update is told from one that does not', () => {
  const story = (second: number) => `ann> add\n bob> add\n ann< 1\n bob< ${second}`
  expect(said(counter(), story(2))).toEqual(['pass'])
  expect(said(counter(), story(1))[0]).toMatch(/^fail no-order: (ann|bob)'s add returned 1, which no order/)
})

describe('what cannot be judged is unknown', () => {
  it('nothing was recorded', () => {
    expect([linearizable(counter()).judge(execution([]))].flat()[0]).toMatchObject({
      outcome: 'unknown',
      symptom: 'nothing-to-judge',
    })
  })

  it('there is more to try than agreed', () => {
    const many = Array.from({ length: 12 }, (_, i) => `c${i}> add ${i + 1}`)
    const ends = Array.from({ length: 12 }, (_, i) => `c${i}< ${1000 + i}`)
    expect(said(counter(), [...many, ...ends].join('\n'), { atMost: 0 })[0]).toMatch(
      /^unknown too-many-orders: .*12 operations overlap/,
    )
  })
})

describe('1,000 random histories of up to six operations are judged as by brute force', () => {
  const same = <State>(model: Model<State>, use: Use<State>): void => {
    const counts = { linearizable: 0, not: 0 }
    const property = fc.property(histories(use, 6), (history) => {
      const operations = operationsOf(callsOf(history), 'nothing-happened')
      const expected = bruteForce(operations, model)
      counts[expected ? 'linearizable' : 'not']++
      expect(findOrder(operations, model, Number.POSITIVE_INFINITY).kind).toBe(expected ? 'order' : 'none')
    })
    fc.assert(property, { numRuns: 1000, seed: 4711 })
    console.log(`${model.name}: ${counts.linearizable} linearizable, ${counts.not} not`)
    expect(Math.min(counts.linearizable, counts.not)).toBeGreaterThan(60)
  }

  test('register', () =>
    same<unknown>(register({ initial: 0 }), {
      initial: 0,
      ops: ['read', 'read', 'write', 'cas'],
      input: (op, arg) => (op === 'read' ? undefined : op === 'write' ? arg : [arg, (arg + 1) % 3]),
      apply: (state, op, input) => {
        if (op === 'read') return { state, output: state }
        if (op === 'write') return { state: input, output: undefined }
        const [expected, next] = input as [number, number]
        return expected === state ? { state: next, output: true } : { state, output: false }
      },
    }))

  test('counter', () =>
    same<number>(counter(), {
      initial: 0,
      ops: ['add', 'add', 'read'],
      input: (op, arg) => (op === 'add' ? arg + 1 : undefined),
      apply: (state, op, input) =>
        op === 'read' ? { state, output: state } : { state: state + (input as number), output: state + (input as number) },
    }))

  test('queue', () =>
    same<readonly unknown[]>(queue(), {
      initial: [],
      ops: ['put', 'take'],
      input: (op, arg) => (op === 'put' ? arg : undefined),
      apply: (state, op, input) =>
        op === 'put' ? { state: [...state, input], output: undefined } : { state: state.slice(1), output: state[0] ?? null },
    }))
})

test('an order that is found is one by the definition, and holds all that is known to have happened', () => {
  const model = counter()
  const use: Use<number> = {
    initial: 0,
    ops: ['add', 'read'],
    input: () => undefined,
    apply: (state, op) => (op === 'read' ? { state, output: state } : { state: state + 1, output: state + 1 }),
  }
  const property = fc.property(histories(use, 14), (history) => {
    const operations = operationsOf(callsOf(history), 'nothing-happened')
    const answer = findOrder(operations, model, Number.POSITIVE_INFINITY)
    if (answer.kind !== 'order') return
    expect(isOrder(answer.order, model)).toBe(true)
    expect(new Set(answer.order).size).toBe(answer.order.length)
    expect(operations.filter(({ known }) => known).every((each) => answer.order.includes(each))).toBe(true)
  })
  fc.assert(property, { numRuns: 300, seed: 4712 })
})
