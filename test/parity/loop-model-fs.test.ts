// The rows of the loop model that are about files: what four threads can reorder, and that a polling loop ends.
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Policy } from '../../harness/core/policy.js'
import type { Controls } from '../../harness/core/runtime.js'
import { randomWalk, run } from '../support/run.js'

const OPERATIONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Which of eight operations, asked for in one go, completes first. */
const firstToComplete = async (policy: Policy, operation: (path: string) => Promise<unknown>): Promise<number> => {
  let first = 0
  const { end } = await run(async (controls: Controls) => {
    const dir = controls.dir()
    const all = OPERATIONS.map(async (n) => {
      await operation(`${dir}/${n}`)
      first ||= n
    })
    await Promise.all(all)
  }, policy)
  expect(end.kind).toBe('completed')
  return first
}

const pct = (seed: number): Policy => ({
  seed,
  deviations: [],
  pick: 'priority',
  over: 'lane',
  changeAt: [seed % 7, 10 + (seed % 11)],
  redrawOnClash: false,
})
const sticky = (seed: number): Policy => ({ seed, deviations: [], pick: 'uniform', stay: 0xf0000000 })
const pos = (seed: number): Policy => ({
  seed,
  deviations: [],
  pick: 'priority',
  over: 'option',
  changeAt: [],
  redrawOnClash: true,
})

test('the first of eight operations to complete is one of the first four: 0 of 2,000 otherwise, and each of the four shows', async () => {
  const counts = new Map<number, number>()
  for (let seed = 0; seed < 2000; seed++) {
    const policy = [randomWalk, pct, pos][seed % 3] as (seed: number) => Policy
    const first = await firstToComplete(policy(seed), (path) => fsp.mkdir(path))
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  // Each has a probability near 1/4: none of 2,000 has one below 1e-200.
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4])
})

test('the real pool of four threads shows no other either', async () => {
  const dir = fs.mkdtempSync('/tmp/pool-')
  // Only where the pool has its usual size does reality say anything about the model.
  expect(process.env.UV_THREADPOOL_SIZE ?? '4').toBe('4')
  const seen = new Set<number>()
  for (let round = 0; round < 200; round++) {
    let first = 0
    await Promise.all(
      OPERATIONS.map(async (n) => {
        await fsp.mkdir(`${dir}/${round}-${n}`)
        first ||= n
      }),
    )
    seen.add(first)
  }
  fs.rmSync(dir, { recursive: true })
  expect([...seen].filter((n) => n > 4)).toEqual([])
})

test('a place in the pool is free when an operation completes, not before: the fifth effect comes after a completion', async () => {
  for (let seed = 0; seed < 200; seed++) {
    const { steps } = await run(
      (controls) => Promise.all(OPERATIONS.map((n) => fsp.mkdir(`${controls.dir()}/${n}`))),
      randomWalk(seed),
      { record: true },
    )
    let inFlight = 0
    for (const { what } of steps) {
      inFlight += what.endsWith('done') ? -1 : 1
      expect(inFlight).toBeLessThanOrEqual(4)
    }
    const starts = steps.filter(({ what }) => !what.endsWith('done')).map(({ what }) => Number(what.split(' ')[1]))
    // Taken in order: an operation acts only once all but three of those before it have acted.
    for (const [i, n] of starts.entries()) expect(n).toBeLessThanOrEqual(i + 4)
  }
})

const polls = {
  access: async (file: string) => {
    while (
      await fsp.access(file).then(
        () => false,
        () => true,
      )
    );
  },
  readFile: async (file: string) => {
    while ((await fsp.readFile(file, 'utf8').catch(() => '')) === '');
  },
  'a synchronous look between immediates': async (file: string) => {
    while (!fs.existsSync(file)) await new Promise((resolve) => setImmediate(resolve))
  },
}

test.each(Object.entries(polls))('a busy poll by %s ends, whatever the policy: nothing starves', async (_name, poll) => {
  for (const policy of [randomWalk, pct, pos, sticky]) {
    for (let seed = 0; seed < 50; seed++) {
      const { end } = await run(async (controls) => {
        const file = `${controls.dir()}/ready`
        await Promise.all([controls.as('ann', () => poll(file)), controls.as('bob', () => fsp.writeFile(file, 'x'))])
      }, policy(seed))
      expect(end).toMatchObject({ kind: 'completed', message: '' })
    }
  }
})
