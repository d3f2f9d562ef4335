// What a body asks for at the end of a run: it is done in reverse, and nothing of it can keep the run from its end.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPrograms } from '../../../harness/runtimes/real/programs.js'
import { CLEAN_UP_AT_MOST_MS, createRealControls } from '../../../harness/runtimes/real/real-controls.js'
import { createRealRecorder } from '../../../harness/runtimes/real/recorder.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('what does not end at the end of a run is given up and counted, and the rest is done', async () => {
  const recorder = createRealRecorder({ zeroMs: 0 })
  const controls = createRealControls({ recorder, seed: 0, dir: '', programs: createPrograms(undefined) })
  const done: string[] = []
  controls.atEnd(() => void done.push('first'))
  controls.atEnd(() => new Promise(() => {}))
  controls.atEnd(async () => void done.push('last'))
  const finished = controls.finish()
  await vi.advanceTimersByTimeAsync(CLEAN_UP_AT_MOST_MS)
  expect(await finished).toBe(1)
  expect(done).toEqual(['last', 'first'])
  expect(vi.getTimerCount()).toBe(0)
})
