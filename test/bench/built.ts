// Runs bodies in the built package, as users have it: what compiles TypeScript on the fly names every function anew, at a price.
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../harness/core/limits.js'
import type { Policy } from '../../harness/core/policy.js'
import type { Body } from '../../harness/core/runtime.js'

const built = (path: string): Promise<unknown> => import(new URL(`../../dist/harness/${path}`, import.meta.url).href)

await built('register.js')
const { createNodeRuntime } = (await built('runtimes/node/index.js')) as typeof import('../../harness/runtimes/node/index.js')
const runtime = createNodeRuntime()

export const run = (body: Body, policy: Policy) =>
  runtime.execute(body, {
    policy,
    subjectSeed: 0,
    limits: DEFAULT_LIMITS,
    model: DEFAULT_MODEL,
    record: false,
    native: 'refuse',
    faults: [],
  })

export const randomWalk = (seed: number): Policy => ({ seed, deviations: [], pick: 'uniform', stay: 0 })
