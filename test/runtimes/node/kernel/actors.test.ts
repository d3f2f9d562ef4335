// Who a step belongs to: keys name actors, so replay and shrinking stand on this.
import { expect, test } from 'vitest'
import type { Controls } from '../../../../harness/core/runtime.js'
import { kernel, randomWalk, run } from '../../../support/run.js'

const hop = (what = 'hop'): Promise<void> => new Promise((resolve) => void kernel().once('io', what, resolve))

const keys = async (body: (controls: Controls) => Promise<unknown>, seed = 0) =>
  (await run(body, seed === 0 ? undefined : randomWalk(seed), { record: true })).steps.map(({ key }) => key)

test('named actors keep their name through awaits, and count each kind of task by itself', async () => {
  const body = (controls: Controls) =>
    Promise.all(
      ['ann', 'bob'].map((name) =>
        controls.as(name, async () => {
          await hop()
          await hop('read')
          await hop()
        }),
      ),
    )
  expect(await keys(body)).toEqual(['ann|hop|1', 'bob|hop|1', 'ann|read|1', 'bob|read|1', 'ann|hop|2', 'bob|hop|2'])
})

test('under plain Promise.all every line of work that the body starts is a strand of its own', async () => {
  const body = () => Promise.all([1, 2].map(() => hop().then(() => hop())))
  expect(await keys(body)).toEqual(['main/1|hop|1', 'main/2|hop|1', 'main/1|hop|2', 'main/2|hop|2'])
})

test('after a mutex is handed over the next step belongs to the caller that got it', async () => {
  let waiting: (() => void)[] = []
  let held = false
  const locked = async (work: () => Promise<void>) => {
    if (held) await new Promise<void>((resolve) => waiting.push(resolve))
    held = true
    await work()
    const next = waiting.shift()
    if (next === undefined) held = false
    else next()
  }
  const body = (controls: Controls) => {
    waiting = []
    held = false
    return Promise.all(['ann', 'bob', 'cat'].map((name) => controls.as(name, () => locked(() => hop('inside')))))
  }
  expect(await keys(body)).toEqual(['ann|inside|1', 'bob|inside|1', 'cat|inside|1'])
})

test('keys do not move with the schedule: each seed runs the same set of keys', async () => {
  const body = (controls: Controls) =>
    Promise.all(['ann', 'bob', 'cat'].map((name) => controls.as(name, () => hop().then(() => hop('write')))))
  const sorted = new Set<string>()
  for (let seed = 1; seed <= 50; seed++) sorted.add((await keys(body, seed)).sort().join())
  expect(sorted.size).toBe(1)
})

test('a step knows the step that posted it', async () => {
  const { steps } = await run((controls: Controls) => controls.as('ann', () => hop().then(() => hop('write'))), undefined, {
    record: true,
  })
  expect(steps.map(({ key, cause }) => [key, cause])).toEqual([
    ['ann|hop|1', null],
    ['ann|write|1', 'ann|hop|1'],
  ])
})
