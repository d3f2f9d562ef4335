// A fake clock around an execution is named, never taken for a finding; a wrapper that passes calls on is none.
import { mock } from 'node:test'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HarnessError } from '../../../../../harness/core/errors.js'
import { assertNoFakeClock } from '../../../../../harness/runtimes/node/intercept/index.js'
import { inside } from '../../../../support/inside.js'
import { run } from '../../../../support/run.js'

const originals = { setTimeout: globalThis.setTimeout, now: Date.now, nextTick: process.nextTick }

afterEach(() => {
  vi.useRealTimers()
  mock.timers.reset()
  globalThis.setTimeout = originals.setTimeout
  Date.now = originals.now
  process.nextTick = originals.nextTick
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

/** As sinon does: vitest refuses to, in a child process. */
const fakeTicks = () => {
  process.nextTick = Object.assign(() => {}, { clock: {} })
}

test('faked ticks are noticed by the mark of who faked them', () => {
  fakeTicks()
  expect(codeOf(assertNoFakeClock)).toBe('FAKE_TIMERS_ACTIVE process.nextTick')
})

const later = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('a fake clock that the body installs', () => {
  const refused = { code: 'FAKE_TIMERS_ACTIVE', summary: expect.stringContaining('the execution has installed a fake clock') }

  test.each([
    ['vi.useFakeTimers', () => void vi.useFakeTimers(), 'setTimeout does not lead'],
    ['vi.setSystemTime', () => void vi.setSystemTime(0), 'Date does not lead'],
    ['mock.timers.enable', () => mock.timers.enable({ apis: ['setTimeout'] }), 'setTimeout does not lead'],
    ['faked ticks', fakeTicks, 'process.nextTick does not lead'],
  ])('is named and never a finding, though everything waits for ever: %s', async (_, install, found) => {
    const body = async () => {
      install()
      await later()
    }
    await expect(run(body)).rejects.toMatchObject({ ...refused, help: { found: expect.stringContaining(found) } })
    vi.useRealTimers()
    mock.timers.reset()
    process.nextTick = originals.nextTick
    await expect(inside(() => later())).resolves.toBe(undefined)
  })

  test('is named where it is put back to what was there before crosswire: the rest ran in real time', async () => {
    const body = () => {
      vi.setSystemTime(0)
      vi.useRealTimers()
    }
    await expect(run(body)).rejects.toMatchObject(refused)
    await expect(inside(() => later())).resolves.toBe(undefined)
  })

  test('is no matter where it is taken away again', async () => {
    const body = async () => {
      mock.timers.enable({ apis: ['setTimeout'] })
      const fired = later()
      mock.timers.tick(5)
      await fired
      mock.timers.reset()
      await later()
      return 'ran'
    }
    expect(await inside(body)).toBe('ran')
  })
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
