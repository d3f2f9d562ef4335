// Rejections that reach nobody and errors that are thrown nowhere belong to the execution; the host never hears of them.
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../../support/run.js'

const heard: string[] = []
const names = ['unhandledRejection', 'rejectionHandled', 'uncaughtException', 'uncaughtExceptionMonitor'] as const
const listeners = names.map((name) => [name, () => void heard.push(name)] as const)

beforeEach(() => {
  heard.length = 0
  for (const [name, listener] of listeners) process.prependListener(name as 'exit', listener)
})
afterEach(() => {
  for (const [name, listener] of listeners) process.off(name, listener)
})

/** Real turns of the loop. */
const turns = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve))
}

const errorsOf = async (body: () => unknown): Promise<string[]> => {
  const { leftovers } = await run(body)
  // Whatever Node would still emit after the execution.
  await turns()
  return leftovers.map(({ kind, what, actor }) => `${kind} ${what} ${actor}`)
}

test('a rejection that nobody handles', async () => {
  expect(await errorsOf(() => void Promise.reject(new Error('nobody')))).toEqual(['rejection Error: nobody main'])
  expect(heard).toEqual([])
})

test('a rejection that is handled later, when Node would have ended the process', async () => {
  const found = await errorsOf(async () => {
    const rejected = Promise.reject(new Error('late'))
    await new Promise((resolve) => setTimeout(resolve, 10))
    await rejected.catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
  expect(found).toEqual(['rejection handled too late: Error: late main'])
  expect(heard).toEqual([])
})

test('a rejection that is handled in a microtask, a tick, or by who awaits it in time is none', async () => {
  const found = await errorsOf(async () => {
    const rejected = Promise.reject(new Error('in time'))
    process.nextTick(() => rejected.catch(() => {}))
    const other = Promise.reject(new Error('in time, too'))
    await null
    await other.catch(() => {})
  })
  expect(found).toEqual([])
})

test('a rejection that is handled after the execution stays with it, unheard by the host', async () => {
  let rejected: Promise<never> | undefined
  const found = await errorsOf(() => {
    rejected = Promise.reject(new Error('kept'))
  })
  await rejected?.catch(() => {})
  await turns()
  expect(found).toEqual(['rejection Error: kept main'])
  expect(heard).toEqual([])
})

test('errors thrown by ticks, microtasks, timers, immediates and listeners', async () => {
  const found = await errorsOf(async () => {
    const fail = (where: string) => () => {
      throw new Error(where)
    }
    process.nextTick(fail('tick'))
    queueMicrotask(fail('microtask'))
    setImmediate(fail('immediate'))
    setTimeout(fail('timer'), 1)
    new EventTarget().dispatchEvent(new Event('none'))
    const target = new EventTarget()
    target.addEventListener('event', fail('listener'))
    target.dispatchEvent(new Event('event'))
    await new Promise((resolve) => setTimeout(resolve, 5))
  })
  expect(found.map((line) => line.split(' ').slice(0, 3).join(' ')).sort()).toEqual(
    [
      'error Error: immediate',
      'error Error: listener',
      'error Error: microtask',
      'error Error: tick',
      'error Error: timer',
    ].sort(),
  )
  expect(heard).toEqual([])
})

test('each rejection is reported with the caller that it belongs to', async () => {
  const { leftovers } = await run((controls) => {
    controls.as('ann', () => setTimeout(() => void Promise.reject(new Error('of ann')), 1))
    controls.as('bob', () => setTimeout(() => void Promise.reject(new Error('of bob')), 1))
    return new Promise((resolve) => setTimeout(resolve, 5))
  })
  expect(leftovers.map(({ what, actor }) => [what, actor])).toEqual([
    ['Error: of ann', 'ann'],
    ['Error: of bob', 'bob'],
  ])
})

test('other events of the process reach the host', async () => {
  const events: unknown[] = []
  const listener = (value: unknown) => void events.push(value)
  process.on('crosswire test' as never, listener as never)
  await run(() => void process.emit('crosswire test' as never, 'inside' as never))
  process.emit('crosswire test' as never, 'outside' as never)
  process.off('crosswire test', listener)
  expect(events).toEqual(['inside', 'outside'])
})

// What execa brings along stands in the place of `process.emit` while a child runs, and puts back what it found when it was loaded.
test('beside a child of the host, and behind one', async () => {
  const nobody = () => errorsOf(() => void Promise.reject(new Error('nobody')))
  const emit = process.emit
  const child = execa(process.execPath, ['-e', 'setTimeout(() => {}, 300)'])
  expect(process.emit).not.toBe(emit)
  expect(await nobody()).toEqual(['rejection Error: nobody main'])
  await child
  // As it was before crosswire was loaded.
  process.emit = Reflect.get(Object.getPrototypeOf(process), 'emit')
  expect(await nobody()).toEqual(['rejection Error: nobody main'])
  expect(heard).toEqual([])
})
