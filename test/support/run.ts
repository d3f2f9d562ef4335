// Short ways to run a body in the simulated world, for tests.
import type { Execution } from '../../harness/core/execution.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../harness/core/limits.js'
import { calm, type Policy } from '../../harness/core/policy.js'
import type { Body, ExecutionSettings } from '../../harness/core/runtime.js'
import { createNodeRuntime, installRuntime } from '../../harness/runtimes/node/index.js'
import { current } from '../../harness/runtimes/node/kernel/current.js'
import type { Kernel } from '../../harness/runtimes/node/kernel/types.js'

installRuntime()
const runtime = createNodeRuntime()

/** Runs `body` under `policy`, the calmest one by default. */
export const run = (body: Body, policy: Policy = calm, settings: Partial<ExecutionSettings> = {}): Promise<Execution> =>
  runtime.execute(body, {
    policy,
    subjectSeed: 0,
    limits: DEFAULT_LIMITS,
    model: DEFAULT_MODEL,
    record: false,
    native: 'refuse',
    faults: [],
    ...settings,
  })

export const randomWalk = (seed: number): Policy => ({ seed, deviations: [], pick: 'uniform', stay: 0 })

/** The kernel of the execution that runs; only inside a body. */
export const kernel = (): Kernel => {
  const active = current()
  if (active === null) throw new Error('no execution is active')
  return active
}

/** How often each outcome of `body` shows in `runs` random schedules; an outcome is what `body` returns through `say`. */
export const outcomes = async (
  runs: number,
  body: (say: (outcome: string) => void) => Body,
  settings: Partial<ExecutionSettings> = {},
) => {
  const counts: Record<string, number> = {}
  for (let seed = 0; seed < runs; seed++) {
    let said = 'nothing'
    const { end } = await run(
      body((outcome) => {
        said = outcome
      }),
      randomWalk(seed),
      settings,
    )
    const outcome = end.kind === 'completed' ? said : `${end.kind}: ${end.message}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/** A timer of the kernel, without any interception of Node's. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => kernel().armTimer({ ms, fire: resolve, referenced: true }))

export const immediate = (): Promise<void> => new Promise((resolve) => void kernel().setImmediate(resolve))
