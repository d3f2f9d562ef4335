// When a run counts as hung, by a clock that the test turns: who is waited for, and for how long at most.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { End } from '../../../harness/core/execution.js'
import type { HistoryEvent } from '../../../harness/core/history.js'
import { createRealRecorder } from '../../../harness/runtimes/real/recorder.js'
import { type StillnessOptions, watchStillness } from '../../../harness/runtimes/real/stillness.js'

const PATIENCE_MS = 3000
const A_MINUTE_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watch = (options: Partial<StillnessOptions>) => {
  const box: { end: End | null; given: number } = { end: null, given: 0 }
  const { hung, stop } = watchStillness({
    patienceMs: PATIENCE_MS,
    events: () => 0,
    unanswered: () => 0,
    timers: () => [],
    working: () => [],
    strangers: () => [],
    peerIsIdle: () => Promise.resolve(),
    giveUp() {
      box.given++
      return false
    },
    waiting: () => ['ann: ask TAG-1'],
    ...options,
  })
  void hung.then((end) => {
    box.end = end
    stop()
  })
  return box
}

/** Requests on one connection that is served in turn, and what became of them, as the dispatcher tells it. */
const recorded = (...events: readonly [call: number, connection: string, why?: string][]) => {
  const recorder = createRealRecorder({ zeroMs: 0 })
  for (const [call, connection, why] of events) {
    const facts = { n: 0, step: 0, atMs: 0, actor: 'dispatcher', op: 'ask', call, via: { connection, message: 1 } }
    recorder.hear(
      why === undefined
        ? { ...facts, type: 'invoke', input: {} }
        : ({ ...facts, type: 'info', error: why, inTurn: true } as HistoryEvent),
    )
  }
  return recorder
}

describe('a request that the dispatcher has taken', () => {
  it('is waited for for a minute, and no longer: then nothing can be said', async () => {
    const box = watch({ unanswered: () => 1 })
    await vi.advanceTimersByTimeAsync(A_MINUTE_MS - 200)
    expect(box).toEqual({ end: null, given: 0 })
    await vi.advanceTimersByTimeAsync(400)
    expect(box).toMatchObject({ given: 1, end: { kind: 'limit', waiting: ['ann: ask TAG-1'] } })
    expect(box.end?.message).toContain('the dispatcher still has a request to deal with')
  })

  it('is not waited for behind one that is never answered on its connection, whenever it has come', () => {
    const recorder = recorded([1, 'c1'], [2, 'c1'], [3, 'c2'], [1, 'c1', 'never'], [4, 'c1'])
    expect(recorder.unanswered).toBe(1)
    recorder.hear({ ...(recorded([3, 'c2']).history(0)[0] as HistoryEvent), call: 3, type: 'ok', output: {} })
    expect(recorder.unanswered).toBe(0)
  })

  it('is waited for behind one whose answer was dropped', () => {
    expect(recorded([1, 'c1'], [2, 'c1'], [1, 'c1', 'drop']).unanswered).toBe(1)
  })
})

it('a dispatcher that does not even say that it is idle is waited for for a minute, and its patience', async () => {
  const box = watch({ peerIsIdle: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(A_MINUTE_MS)
  expect(box.end).toBeNull()
  await vi.advanceTimersByTimeAsync(PATIENCE_MS + 200)
  expect(box.end).toMatchObject({ kind: 'limit', message: expect.stringContaining('the dispatcher not even idle') })
})

it('nothing is claimed before patience is over, and a deadlock where nothing is left', async () => {
  const box = watch({})
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 100)
  expect(box.end).toBeNull()
  await vi.advanceTimersByTimeAsync(300)
  expect(box).toMatchObject({ given: 1, end: { kind: 'deadlock' } })
})
