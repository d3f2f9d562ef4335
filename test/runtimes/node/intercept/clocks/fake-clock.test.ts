// A fake clock around an execution is named, never taken for a finding; a wrapper that passes calls on is none.
import { mock } from 'node:test'
import { afterEach, expect, test, vi } from 'vitest'
import { HarnessError } from '../../../../../harness/core/errors.js'
import { assertNoFakeClock } from '../../../../../harness/runtimes/node/intercept/index.js'
import { inside } from '../../../../support/inside.js'
import { run } from '../../../../support/run.js'

const originals = { setTimeout: globalThis.setTimeout, now: Date.now }

afterEach(() => {
  vi.useRealTimers()
  globalThis.setTimeout = originals.setTimeout
  Date.now = originals.now
})

const codeOf = (work: () => void): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    return error instanceof HarnessError ? `${error.code} ${error.help.found?.split(' has ')[0]}` : String(error)
  }
}

test('nothing is found where nothing is faked', () => {
  expect(codeOf(assertNoFakeClock)).toBe('none')
})

test.each([
  ['all of it', undefined, 'FAKE_TIMERS_ACTIVE setTimeout'],
  ['timers alone', ['setTimeout', 'clearTimeout'], 'FAKE_TIMERS_ACTIVE setTimeout'],
  ['immediates alone', ['setImmediate', 'clearImmediate'], 'FAKE_TIMERS_ACTIVE setImmediate'],
  ['Date alone', ['Date'], 'FAKE_TIMERS_ACTIVE Date'],
  ['performance alone', ['performance'], 'FAKE_TIMERS_ACTIVE performance.now'],
] as const)('vi.useFakeTimers: %s', async (_name, toFake, expected) => {
  vi.useFakeTimers(toFake === undefined ? {} : { toFake: [...toFake] })
  expect(codeOf(assertNoFakeClock)).toBe(expected)
  vi.useRealTimers()
  expect(codeOf(assertNoFakeClock)).toBe('none')
})

test('vi.setSystemTime', () => {
  vi.setSystemTime(0)
  expect(codeOf(assertNoFakeClock)).toBe('FAKE_TIMERS_ACTIVE Date')
})

test('mock timers of node:test', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  expect(codeOf(assertNoFakeClock)).toBe('FAKE_TIMERS_ACTIVE setTimeout')
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date'], now: 0 })
  expect(codeOf(assertNoFakeClock)).toBe('FAKE_TIMERS_ACTIVE Date')
  mock.timers.reset()
})

test('an execution under a fake clock is refused, the next one without it runs', async () => {
  vi.useFakeTimers()
  await expect(run(() => {})).rejects.toMatchObject({ code: 'FAKE_TIMERS_ACTIVE', fault: 'usage' })
  vi.useRealTimers()
  expect(await inside(() => 'ran')).toBe('ran')
})

test('a wrapper that passes calls on, as tracers install them, is no fake clock', async () => {
  let calls = 0
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    calls++
    return originals.setTimeout(...args)
  }) as typeof setTimeout
  Date.now = () => originals.now()
  expect(codeOf(assertNoFakeClock)).toBe('none')
  expect(await inside(() => new Promise((resolve) => setTimeout(resolve, 1000, 'virtual')))).toBe('virtual')
  expect(calls).toBeGreaterThan(0)
})
