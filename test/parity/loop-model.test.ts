// What real systems can reorder, and nothing else: each row of the loop model once on real Node, once under many schedules.
// The rows about files are in loop-model-fs.test.ts.
import { stat } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isWithout } from '../../harness/runtimes/node/without.js'
import { inside } from '../support/inside.js'
import { io } from '../support/io.js'
import { randomWalk } from '../support/run.js'

type Loop = (io: () => Promise<void>) => Promise<string>

/** One completion of the real poll phase. */
const realIo = (): Promise<void> => new Promise((resolve) => stat('.', () => resolve()))

/** How often each outcome shows on real Node. */
const onNode = async (runs: number, body: Loop): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (let i = 0; i < runs; i++) count(counts, await body(realIo))
  return counts
}

/** How often each outcome shows under random schedules with the seeds 0 .. `runs` - 1. */
const simulated = async (runs: number, body: Loop): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (let seed = 0; seed < runs; seed++) count(counts, await inside(() => body(io), randomWalk(seed)))
  return counts
}

const count = (counts: Record<string, number>, outcome: string): void => {
  counts[outcome] = (counts[outcome] ?? 0) + 1
}

/** Names in the order of their coming, once all have come. */
const race = (entries: Readonly<Record<string, (come: () => void) => unknown>>): Promise<string> =>
  new Promise((resolve) => {
    const order: string[] = []
    for (const [name, begin] of Object.entries(entries)) {
      begin(() => {
        order.push(name)
        if (order.length === Object.keys(entries).length) resolve(order.join())
      })
    }
  })

describe.each([0, 50])('setImmediate and setTimeout %i in an I/O callback', (ms) => {
  const body: Loop = (io) =>
    io().then(() => race({ timer: (come) => setTimeout(come, ms), immediate: (come) => setImmediate(come) }))

  test('the immediate comes first, on real Node and always', async () => {
    expect(await onNode(20, body)).toEqual({ 'immediate,timer': 20 })
    expect(await simulated(2000, body)).toEqual({ 'immediate,timer': 2000 })
  })
})

describe.skipIf(isWithout('sockets'))('destroy(), then setImmediate, in an I/O callback', () => {
  const body: Loop = async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const socket = connect((server.address() as AddressInfo).port)
    const order = new Promise<string>((resolve) => {
      socket.on('connect', () => {
        socket.destroy()
        resolve(race({ close: (come) => socket.on('close', come), immediate: (come) => setImmediate(come) }))
      })
    })
    const seen = await order
    server.close()
    return seen
  }

  test('the immediate comes before the close event, on real Node and always', async () => {
    expect(await onNode(20, body)).toEqual({ 'immediate,close': 20 })
    expect(await simulated(500, body)).toEqual({ 'immediate,close': 500 })
  })
})

describe('a time-out of 3 s over 100 completions beside a heartbeat', () => {
  const body: Loop = async (io) => {
    const heartbeat = setInterval(() => {}, 100)
    let fired = false
    const timeout = setTimeout(() => {
      fired = true
    }, 3000)
    for (let i = 0; i < 100; i++) await io()
    clearInterval(heartbeat)
    clearTimeout(timeout)
    return fired ? 'timed out' : 'in time'
  }

  // It would take completions of 30 ms each; all of them together may be late by 250 ms.
  test('never fires', async () => {
    expect(await onNode(3, body)).toEqual({ 'in time': 3 })
    expect(await simulated(500, body)).toEqual({ 'in time': 500 })
  })
})

describe('timer A of 10 ms, a completion, then timer B of 5 ms', () => {
  const body: Loop = async (io) => {
    const order: string[] = []
    const a = sleep(10).then(() => order.push('A'))
    await io()
    order.push('io')
    await sleep(5).then(() => order.push('B'))
    await a
    return order.join()
  }

  // Completions take no time, or until before or past the timer: io,A,B needs the completion to be late by 5 to 10 ms.
  // Drawn with probability 1/4 or more, so each of the three orders misses 500 seeds with less than 1e-60.
  test('all three orders are found', async () => {
    expect(Object.keys(await simulated(500, body)).sort()).toEqual(['A,io,B', 'io,A,B', 'io,B,A'])
  })
})

describe('while (!done) await setImmediate, ended by a timer of 10 ms', () => {
  const body: Loop = async () => {
    let done = false
    setTimeout(() => {
      done = true
    }, 10)
    while (!done) await nextTurn()
    return 'ended'
  }

  test('ends', async () => {
    expect(await onNode(3, body)).toEqual({ ended: 3 })
    expect(await simulated(50, body)).toEqual({ ended: 50 })
  })
})
