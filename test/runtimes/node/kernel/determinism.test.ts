// Same seed, same bytes; and every interleaving can be reached, once.
import { expect, test } from 'vitest'
import type { Answer } from '../../../../harness/core/execution.js'
import { follow, followSteps } from '../../../../harness/core/policy.js'
import type { Controls } from '../../../../harness/core/runtime.js'
import { kernel, randomWalk, run, sleep } from '../../../support/run.js'

const hop = (): Promise<void> => new Promise((resolve) => void kernel().once('io', 'hop', resolve))

const mixed = (controls: Controls) =>
  Promise.all(
    ['ann', 'bob', 'cat'].map((name, i) =>
      controls.as(name, async () => {
        await hop()
        await sleep(10 * i + 5)
        controls.choose('delay', 'tool', ['0 ms', '5 ms', '9 ms'])
        await hop()
        await sleep(5)
      }),
    ),
  )

test('1,000 seeds run twice and replayed once by key: identical traces', async () => {
  const hashes = new Set<number>()
  for (let seed = 0; seed < 1000; seed++) {
    const first = await run(mixed, randomWalk(seed), { record: true })
    const again = await run(mixed, randomWalk(seed))
    const replayed = await run(mixed, follow(first.deviations))
    expect([again.traceHash, replayed.traceHash]).toEqual([first.traceHash, first.traceHash])
    expect(replayed.unmet).toEqual([])
    hashes.add(first.traceHash)
  }
  expect(hashes.size).toBeGreaterThan(900)
})

test('a frontier of prefixes visits every interleaving of 3 callers x 4 awaits exactly once', async () => {
  let log = ''
  const body = () => {
    log = ''
    const caller = async (name: string) => {
      for (let i = 0; i < 4; i++) {
        await hop()
        log += name
      }
    }
    return Promise.all(['a', 'b', 'c'].map(caller))
  }
  const frontier: Pick<Answer, 'step' | 'index'>[][] = [[]]
  const seen = new Set<string>()
  let runs = 0
  for (let prefix = frontier.pop(); prefix !== undefined; prefix = frontier.pop()) {
    const { answers } = await run(body, followSteps(prefix))
    runs++
    seen.add(log)
    const from = (prefix.at(-1)?.step ?? -1) + 1
    for (const { step, count } of answers) {
      if (step < from) continue
      for (let index = count - 1; index >= 1; index--) frontier.push([...prefix, { step, index }])
    }
  }
  // 12! / (4! 4! 4!)
  expect(runs).toBe(34_650)
  expect(seen.size).toBe(34_650)
})
