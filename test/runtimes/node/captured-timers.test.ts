// A subject that took Node's own timers before the interceptions were in place: named, never a deadlock.
import { expect, test } from 'vitest'
import { real } from '../../../harness/runtimes/node/kernel/real.js'
import { run } from '../../support/run.js'

test.each([
  ['a timer', () => new Promise((resolve) => real.setTimeout(resolve, 5))],
  ['an immediate', () => new Promise((resolve) => real.setImmediate(resolve))],
  ['a timer that fires only later than anybody waits', () => new Promise((resolve) => real.setTimeout(resolve, 60_000).unref())],
])('%s of its own that it waits for', async (_, wait) => {
  const refusal = await run(wait).catch((error: unknown) => error)
  expect(String(refusal)).toMatch(/NOT_REGISTERED: a timer at test\/runtimes\/node\/captured-timers\.test\.ts:\d+ runs outside/)
})
