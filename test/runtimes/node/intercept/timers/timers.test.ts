// What parity with real Node does not show: virtual time, timers that outlive an execution, what is left over.

import { setTimeout as sleep, setInterval as ticks } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { real } from '../../../../../harness/runtimes/node/kernel/real.js'
import { inside } from '../../../../support/inside.js'
import { kernel, randomWalk, run } from '../../../../support/run.js'

/** Virtual time at which each delay fires, in whole ms. */
const firesAt = (delay: unknown): Promise<number> =>
  inside(() => new Promise((resolve) => setTimeout(() => resolve(Math.floor(kernel().nowMs)), delay as number)))

test.each([
  [undefined, 1],
  [null, 1],
  [Number.NaN, 1],
  ['x', 1],
  [-1, 1],
  [0, 1],
  [0.5, 1],
  [1.9, 1],
  ['7', 7],
  [25.99, 25],
  [2 ** 31 - 1, 2 ** 31 - 1],
  [2 ** 31, 1],
  [Number.POSITIVE_INFINITY, 1],
])('a delay of %s is %i ms', async (delay, expectedMs) => {
  const limits = { steps: 100, virtualMs: 2 ** 32 }
  const fired = inside(
    () => new Promise((resolve) => setTimeout(() => resolve(Math.floor(kernel().nowMs)), delay as number)),
    randomWalk(1),
    { limits },
  )
  expect(await fired).toBe(expectedMs)
})

test('most of a day passes within one test', async () => {
  expect(await firesAt(23 * 3_600_000)).toBe(23 * 3_600_000)
})

test('an interval keeps its period', async () => {
  const at = await inside(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const interval = setInterval(() => {
          if (times.push(Math.floor(kernel().nowMs)) < 4) return
          clearInterval(interval)
          resolve(times)
        }, 100)
      }),
  )
  expect(at).toEqual([100, 200, 300, 400])
})

test('an interval goes on after its callback has thrown, and the error is a leftover', async () => {
  let n = 0
  const { end, leftovers } = await run(
    () =>
      new Promise<void>((resolve) => {
        const interval = setInterval(() => {
          if (++n === 1) throw new Error('first')
          clearInterval(interval)
          resolve()
        }, 10)
      }),
  )
  expect([end.kind, n]).toEqual(['completed', 2])
  expect(leftovers).toMatchObject([{ kind: 'error', what: 'Error: first', actor: 'main/1', referenced: true }])
})

test('timers that are still armed are leftovers, with their reference', async () => {
  const { leftovers } = await run(() => {
    setTimeout(() => {}, 5000)
    setTimeout(() => {}, 6000).unref()
    clearTimeout(setTimeout(() => {}, 7000))
    setInterval(() => {}, 8000)
  })
  expect(leftovers.map(({ kind, what, referenced }) => [kind, what, referenced])).toEqual([
    ['timer', 'timer 5000 ms', true],
    ['timer', 'timer 6000 ms', false],
    ['timer', 'timer 8000 ms', true],
  ])
})

test('a body that only unreferenced timers keep waiting is stuck, as a bare process would exit', async () => {
  const { end } = await run(() => new Promise((resolve) => setTimeout(resolve, 10).unref()))
  expect(end.kind).toBe('stuck')
  expect((await run(() => sleep(10, undefined, { ref: false }))).end.kind).toBe('stuck')
})

test('a timer looks like a Timeout, an immediate like an Immediate', async () => {
  const node = real.setTimeout(() => {}, 1)
  const [timer, immediate] = await inside(() => [setTimeout(() => {}, 1500.5), setImmediate(() => {})] as const)
  expect(timer).toBeInstanceOf(node.constructor)
  expect([timer.constructor.name, immediate.constructor.name]).toEqual(['Timeout', 'Immediate'])
  expect(inspect(timer)).toMatch(/^Timeout \{[\s\S]*_idleTimeout: 1500\.5,[\s\S]*_onTimeout: \[Function[\s\S]*_repeat: null/)
  expect(inspect(immediate)).toMatch(/^Immediate \{/)
  real.clearTimeout(node)
})

test('numbers of timers are the same in every execution, and never those of real timers', async () => {
  const numbers = () => inside(() => [+setTimeout(() => {}, 1), +setInterval(() => {}, 1), +setTimeout(() => {}, 1)])
  const [first, second] = [await numbers(), await numbers()]
  expect(second).toEqual(first)
  expect(new Set(first).size).toBe(3)
  const node = real.setTimeout(() => {}, 1)
  expect(first.includes(+node)).toBe(false)
  real.clearTimeout(node)
})

test('a timer of an earlier execution moves into the one that refreshes it', async () => {
  let fired = 0
  let shared: NodeJS.Timeout | undefined
  // As undici keeps its clock: armed once, refreshed for ever.
  const tick = () => {
    if (shared === undefined) shared = setTimeout(() => fired++, 500)
    else shared.refresh()
  }
  for (let i = 1; i <= 3; i++) {
    const at = await inside(async () => {
      tick()
      await sleep(499)
      const before = fired
      await sleep(2)
      return fired - before
    })
    expect([at, fired]).toEqual([1, i])
  }
})

test('a timer that an execution has left runs out in its teardown, and is armed anew by the next', async () => {
  const fired: string[] = []
  const timer = await inside(() => setTimeout(() => fired.push('fired'), 60_000))
  expect(fired).toEqual(['fired'])
  await inside(async () => {
    timer.refresh()
    await sleep(59_999)
    expect(fired).toEqual(['fired'])
    await sleep(2)
  })
  expect(fired).toEqual(['fired', 'fired'])
})

test('outside, a timer of an execution ticks in real time once it is refreshed', async () => {
  let fire = () => {}
  const fired = new Promise<void>((resolve) => {
    fire = resolve
  })
  const timer = await inside(() => setTimeout(() => fire(), 5))
  timer.refresh()
  timer.unref()
  timer.ref()
  await fired
  const cleared = await inside(() => setTimeout(() => expect.unreachable(), 1))
  cleared.refresh()
  clearTimeout(cleared)
  await sleep(5)
})

const hostTimers: NodeJS.Timeout[] = []
afterEach(() => {
  for (const timer of hostTimers.splice(0)) clearTimeout(timer)
})

test('a timer that was made outside counts in virtual time once an execution refreshes it, and is cleared there', async () => {
  const fired: unknown[] = []
  const host = setTimeout(
    function (this: unknown, ...args: unknown[]) {
      fired.push(this === host, ...args)
    },
    3_600_000,
    'argument',
  )
  hostTimers.push(host)
  await inside(async () => {
    host.refresh()
    await sleep(3_600_001)
    expect(fired).toEqual([true, 'argument'])
    host.refresh()
    clearTimeout(host)
    await sleep(3_600_001)
  })
  expect(fired).toEqual([true, 'argument'])
})

test('what an execution has armed can be cleared outside', async () => {
  const timer = await inside(() => setTimeout(() => {}, 1))
  clearTimeout(timer)
  timer.refresh()
  clearImmediate(await inside(() => setImmediate(() => {})))
})

test('a ticker left alone by its consumer is a leftover, one that was returned is none', async () => {
  const left = await run(async () => {
    for await (const _ of ticks(5000)) return
  })
  expect(left.leftovers).toEqual([])
  const open = await run(async () => void (await ticks(5000).next()))
  expect(open.leftovers.map(({ what }) => what)).toEqual(['timer 5000 ms'])
})

test('a warning about an overflow is given once, not in every execution', async () => {
  const warnings: string[] = []
  const listen = ({ name }: Error) => void warnings.push(name)
  process.on('warning', listen)
  for (let i = 0; i < 5; i++) await inside(() => new Promise((resolve) => setTimeout(resolve, 2 ** 33)))
  await sleep(1)
  process.off('warning', listen)
  expect(warnings).toEqual(['TimeoutOverflowWarning'])
})
