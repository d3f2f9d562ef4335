// The kernel beside fast-check's own scheduler, on the same programs; and an exhaustive search. Prints ratios, asserts no time.
import fc from 'fast-check'
import type { Answer } from '../../harness/core/execution.js'
import { followSteps } from '../../harness/core/policy.js'
import type { Controls } from '../../harness/core/runtime.js'
import { randomWalk, run } from './built.js'
import { printTable, sideBySide } from './side-by-side.js'

const callers = (count: number, awaits: number, pause: (caller: number) => Promise<unknown>, did: (caller: number) => void) =>
  Promise.all(
    Array.from({ length: count }, async (_, caller) => {
      for (let i = 0; i < awaits; i++) {
        await pause(caller)
        did(caller)
      }
    }),
  )

const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'joe']

const onKernel = (count: number, awaits: number) => async (n: number) => {
  let done = 0
  const body = (controls: Controls) =>
    Promise.all(
      NAMES.slice(0, count).map((name) =>
        controls.as(name, async () => {
          for (let i = 0; i < awaits; i++) {
            await controls.pause('hop')
            done++
          }
        }),
      ),
    )
  for (let seed = 0; seed < n; seed++) await run(body, randomWalk(seed))
  if (done !== n * count * awaits) throw new Error(`${done} awaits instead of ${n * count * awaits}`)
}

const onFastCheck = (count: number, awaits: number) => async (n: number) => {
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    let done = 0
    const all = callers(
      count,
      awaits,
      () => scheduler.schedule(Promise.resolve()),
      () => done++,
    )
    await scheduler.waitFor(all)
    if (done !== count * awaits) throw new Error(`${done} awaits`)
  })
  await fc.assert(property, { numRuns: n, seed: 1 })
}

const exhaustive = async (n: number) => {
  for (let round = 0; round < n; round++) {
    const frontier: Pick<Answer, 'step' | 'index'>[][] = [[]]
    let runs = 0
    const body = (controls: Controls) =>
      callers(
        3,
        4,
        () => controls.pause('hop'),
        () => {},
      )
    for (let prefix = frontier.pop(); prefix !== undefined; prefix = frontier.pop()) {
      const { answers } = await run(body, followSteps(prefix))
      runs++
      const from = (prefix.at(-1)?.step ?? -1) + 1
      for (const { step, count } of answers) {
        if (step >= from) for (let index = count - 1; index >= 1; index--) frontier.push([...prefix, { step, index }])
      }
    }
    if (runs !== 34_650) throw new Error(`${runs} interleavings instead of 34,650`)
  }
}

for (const [count, awaits, n] of [
  [3, 3, 20_000],
  [10, 10, 2000],
] as const) {
  const title = `${count} callers x ${awaits} awaits`
  const contestants = [
    { name: "fast-check's scheduler, waitFor", run: onFastCheck(count, awaits) },
    { name: 'crosswire, random walk, named actors', run: onKernel(count, awaits) },
  ]
  const measured = await sideBySide(title, contestants, n)
  printTable(title, 'schedules', measured)
  const [, ours] = measured
  if (ours !== undefined) console.log(`  crosswire: ${((ours.perSecond * count * awaits) / 1e6).toFixed(2)} M steps/s`)
}
const title = 'exhaustive, 3 callers x 4 awaits'
const [search] = await sideBySide(title, [{ name: 'crosswire', run: exhaustive }], 1)
if (search !== undefined)
  console.log(`${title}\n  34,650 interleavings, each once, in ${(1000 / search.perSecond).toFixed(0)} ms`)
