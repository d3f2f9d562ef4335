// Every clock of the process tells the time of the execution, and all of them the same.
import os from 'node:os'
import { performance as hooks, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { real } from '../../../../../harness/runtimes/node/kernel/real.js'
import { inside } from '../../../../support/inside.js'
import { run } from '../../../../support/run.js'

const EPOCH_MS = 1_700_000_000_000

class StampedDate extends Date {
  readonly stamp = 'stamped'
}

/** What `new Date()` holds. */
const made = (): number => {
  const date = new Date()
  return date.getTime()
}

test('Date starts at the same moment in every execution and moves with virtual time', async () => {
  const read = () =>
    inside(async () => {
      const first = [Date.now(), made(), new Date().toISOString()]
      await sleep(3_600_000)
      return [...first, Date.now(), made()]
    })
  const expected = [EPOCH_MS, EPOCH_MS, '2023-11-14T22:13:20.000Z', EPOCH_MS + 3_600_000, EPOCH_MS + 3_600_000]
  expect(await read()).toEqual(expected)
  expect(await read()).toEqual(expected)
})

test('Date is one and the same inside and outside', async () => {
  const [made, sub, text] = await inside(() => [new Date(), new StampedDate(), Date()] as const)
  expect(made).toBeInstanceOf(Date)
  expect(made).toBeInstanceOf(real.Date)
  expect(made.constructor).toBe(Date)
  expect([sub instanceof StampedDate, sub instanceof Date, sub.stamp, +sub]).toEqual([true, true, 'stamped', EPOCH_MS])
  expect(text).toBe(new Date(EPOCH_MS).toString())
  expect([Date.name, Date.length, Date.prototype]).toEqual(['Date', 7, real.Date.prototype])
  expect([Date.UTC(2020, 1, 2), Date.parse('2020-02-02T00:00:00Z')]).toEqual([1580601600000, 1580601600000])
})

test('given dates are left as they are', async () => {
  const dates = () => [
    +new Date(0),
    +new Date('2020-02-02T00:00:00Z'),
    +new Date(2020, 1, 2),
    +new Date(undefined as never),
    +new StampedDate(5),
  ]
  expect(await inside(dates)).toEqual(dates())
})

test('the monotonic clocks agree with each other and with Date', async () => {
  const read = () => ({
    now: performance.now(),
    hooks: hooks.now(),
    hrtime: Number(process.hrtime.bigint()) / 1e6,
    uptime: process.uptime() * 1000,
    os: os.uptime() * 1000,
    date: Date.now() - performance.timeOrigin,
  })
  const [before, after] = await inside(async () => {
    const first = read()
    await sleep(2500)
    return [first, read()] as const
  })
  for (const value of Object.values(before)) expect(value).toBeCloseTo(before.now, 3)
  for (const value of Object.values(after)) expect(Math.abs(value - after.now)).toBeLessThan(1)
  expect(Math.round(after.now - before.now)).toBe(2500)
  expect(before.now).toBeGreaterThan(0)
})

test('hrtime subtracts and borrows as Node does, and refuses what Node refuses', async () => {
  const [start, difference] = await inside(async () => {
    const first = process.hrtime()
    await sleep(1700)
    return [first, process.hrtime([first[0], first[1] + 900_000_000])] as const
  })
  expect(start).toHaveLength(2)
  expect(difference[0]).toBe(0)
  expect(Math.round(difference[1] / 1e6)).toBe(800)
  expect(await inside(() => codeOf(() => process.hrtime('x' as never)))).toBe('ERR_INVALID_ARG_TYPE')
  expect(await inside(() => codeOf(() => process.hrtime([1] as never)))).toBe('ERR_OUT_OF_RANGE')
})

const codeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('marks and measures are stamped with virtual time, and none of an earlier execution is seen', async () => {
  const measured = () =>
    inside(async () => {
      const known = performance.getEntriesByType('mark').length
      performance.mark('start')
      await sleep(100)
      performance.mark('end', { detail: 1 })
      await sleep(100)
      const durations = [
        performance.measure('a', 'start', 'end'),
        performance.measure('b', 'start'),
        performance.measure('c', { start: 'start' }),
        performance.measure('d', { start: 'start', duration: 7 }),
      ].map(({ duration }) => Math.round(duration))
      const fromOrigin = [performance.measure('e'), performance.measure('f', {})].map((entry) =>
        Math.round(entry.duration - performance.now()),
      )
      return { known, durations, fromOrigin, marks: performance.getEntriesByName('start').length }
    })
  const expected = { known: 0, durations: [100, 200, 200, 7], fromOrigin: [0, 0], marks: 1 }
  expect(await measured()).toEqual(expected)
  expect(await measured()).toEqual(expected)
  performance.mark('outside')
  expect(Math.abs((performance.getEntriesByName('outside')[0]?.startTime ?? 0) - performance.now())).toBeLessThan(1000)
})

test('a PerformanceObserver is refused by name: the real loop would call it', async () => {
  const observe = () => new PerformanceObserver(() => {}).observe({ entryTypes: ['mark'] })
  await expect(run(observe)).rejects.toMatchObject({ code: 'REAL_IO_ESCAPED' })
})

test('Intl formats the virtual now where it is given no date', async () => {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'UTC' })
  expect(format.format).toBe(format.format)
  const inExecution = await inside(() => [
    format.format(),
    format.format(0),
    format
      .formatToParts()
      .map(({ value }) => value)
      .join(''),
  ])
  expect(inExecution).toEqual(['14/11/2023', '01/01/1970', '14/11/2023'])
  expect(format.format()).toBe(format.format(Date.now()))
})

const { Temporal: temporal } = globalThis as { Temporal?: { Now: Record<string, (zone?: string) => object> } }

test.skipIf(temporal === undefined)('Temporal.Now is the virtual now, where Node has it', async () => {
  const now = temporal?.Now as Record<string, (zone?: string) => object>
  const read = () =>
    ['instant', 'zonedDateTimeISO', 'plainDateTimeISO', 'plainDateISO', 'plainTimeISO'].map(
      (name) => `${now[name]?.('Asia/Tokyo')}`,
    )
  expect(await inside(read)).toEqual([
    '2023-11-14T22:13:20Z',
    '2023-11-15T07:13:20+09:00[Asia/Tokyo]',
    '2023-11-15T07:13:20',
    '2023-11-15',
    '07:13:20',
  ])
  expect(read()[3]).not.toBe('2023-11-15')
})
