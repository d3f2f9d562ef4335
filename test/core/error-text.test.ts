// Whatever a subject throws has a text, and giving it one never throws.
import vm from 'node:vm'
import { describe, expect, test } from 'vitest'
import { describeThrown, errorFacts } from '../../harness/core/error-text.js'

const fails = (what: string) => (): never => {
  throw new Error(what)
}
const withGetter = (key: string): Error => Object.defineProperty(new Error('x'), key, { get: fails(key) })
const hostile = new Proxy({}, { get: fails('get'), getPrototypeOf: fails('getPrototypeOf'), ownKeys: fails('ownKeys') })
const cycle: { self?: unknown } = {}
cycle.self = cycle

describe('one line', () => {
  test.each([
    ['an error', new TypeError('no such tool'), 'TypeError: no such tool'],
    ['text', 'plain', 'plain'],
    ['null', null, 'null'],
    ['nothing', undefined, 'undefined'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a big integer', 10n, '10'],
    ['an object', { code: 7 }, '{"code":7}'],
    ['a cycle', cycle, '[object Object]'],
    ['a symbol for a name', Object.assign(new Error('x'), { name: Symbol('s') }), 'Symbol(s): x'],
    ['a message that cannot be read', withGetter('message'), 'Error: unreadable'],
    ['a proxy that refuses everything', hostile, 'unreadable'],
    ['an object that refuses to be text', { toJSON: fails('toJSON'), toString: fails('toString') }, 'unreadable'],
  ])('of %s', (_, thrown, expected) => {
    expect(describeThrown(thrown)).toBe(expected)
  })
})

test('a stack is text, or left out', () => {
  expect(errorFacts(new Error('x')).stack).toContain('error-text.test')
  expect(errorFacts(withGetter('stack'))).toEqual({ name: 'Error', message: 'x' })
  expect(errorFacts(Object.assign(new Error('x'), { stack: 5 }))).toEqual({ name: 'Error', message: 'x' })
})

test('an error of another context is an error', () => {
  const foreign = vm.runInNewContext("new TypeError('x is no function')")
  expect(foreign).not.toBeInstanceOf(Error)
  expect(describeThrown(foreign)).toBe('TypeError: x is no function')
  expect(errorFacts(foreign).stack).toContain('evalmachine')
})

test('a message longer than any person reads is cut, and says how long it was', () => {
  const { message, stack = '' } = errorFacts(new Error('e'.repeat(3e6)))
  expect(message).toMatch(/^e{100000}\.\.\. \(3,000,000 characters in all\)$/)
  expect(stack.length).toBeLessThan(100_100)
  expect(describeThrown('s'.repeat(3e6)).length).toBeLessThan(100_100)
})
