// Timers that an execution leaves armed run out in its teardown, so that no module waits in the next one for what was thrown away.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isWithout } from '../../../../../harness/runtimes/node/without.js'
import { randomWalk, run } from '../../../../support/run.js'

// As caches and batchers keep their state: at module level, reset by a timer alone.
let flushDue = false
let flushes = 0
const flushSoon = (): void => {
  if (flushDue) return
  flushDue = true
  setTimeout(() => {
    flushDue = false
    flushes++
  }, 5000).unref()
}

test('a flag that a timer resets is reset before the next execution', async () => {
  for (let i = 1; i <= 3; i++) {
    const { leftovers, stats } = await run(flushSoon)
    expect(leftovers.map(({ what }) => what)).toEqual(['timer 5000 ms'])
    expect([flushes, flushDue]).toEqual([i, false])
    // The teardown's time is not the execution's.
    expect(stats.atMs).toBeLessThan(5000)
  }
})

test('what arms itself again is cut off', async () => {
  let beats = 0
  const { leftovers } = await run(() => {
    const beat = () => {
      beats++
      setTimeout(beat, 10_000)
    }
    setTimeout(beat, 10_000)
    setInterval(() => beats++, 20_000)
  })
  expect([leftovers.length, beats]).toEqual([2, 2])
})

test('what a caller says in the teardown is no history of its execution', async () => {
  const { end, history } = await run((controls) => {
    const event = { actor: 'ann', call: controls.nextCall(), op: 'wait' } as const
    controls.record({ ...event, type: 'invoke', input: null })
    return new Promise<void>((resolve) => setTimeout(resolve, 10).unref()).then(() =>
      controls.record({ ...event, type: 'ok', output: null }),
    )
  })
  expect([end.kind, history.map(({ type }) => type)]).toEqual(['stuck', ['invoke']])
})

/** A server that never answers, and a fetch that undici's own timer must give up after five minutes. */
const unanswered = async (): Promise<void> => {
  const server = http.createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const failure = await fetch(`http://127.0.0.1:${port}/`).catch(({ cause }) => cause)
  server.closeAllConnections()
  server.close()
  if (failure.code !== 'UND_ERR_HEADERS_TIMEOUT') throw failure
}

test.skipIf(isWithout('sockets'))(
  'the time-outs of fetch fire in every execution, whatever the one before has left',
  async () => {
    const ends: string[] = []
    for (let seed = 0; seed < 6; seed++) {
      // One fetch is abandoned in mid-air, the next execution needs its time-out.
      if (seed % 2 === 0) await run(() => void unanswered(), randomWalk(seed))
      const { end, stats } = await run(unanswered, randomWalk(seed))
      ends.push(`${end.kind} ${end.message} ${Math.round(stats.atMs / 60_000)}`)
    }
    expect(ends).toEqual(Array(6).fill('completed  5'))
  },
)
