// Runs a variant under many seeds: each twice, and once more as a replay of what was recorded. Prints one hash over all traces.
// A program of its own, so that a second process can be compared with the first.
import { strict as assert } from 'node:assert'
import { scenarioBody } from '../../harness/callers/run-workload.js'
import { sampleWorkloads } from '../../harness/callers/workloads.js'
import { follow } from '../../harness/core/policy.js'
import { mix } from '../../harness/core/random.js'
import { randomWalk, run } from '../support/run.js'
import { scenarios } from '../support/scenarios.js'

const WORKLOADS = 10

const [, , name, variant = '', seeds = '100'] = process.argv
const scenario = scenarios.find((each) => each.name === name)
assert(scenario !== undefined, `no scenario ${name}`)
const loaded = await scenario.variants[variant]?.()
const bodyOf = scenarioBody(scenario, loaded, scenario.overrides?.[variant])
const bodies = sampleWorkloads(scenario.callers, 1, WORKLOADS).map(bodyOf)
const settings = { limits: { steps: 20_000, virtualMs: 24 * 3600 * 1000 } }

let all = 0
for (let seed = -1; seed < Number(seeds); seed++) {
  const body = bodies[(seed + WORKLOADS) % WORKLOADS] ?? assert.fail()
  const first = await run(body, randomWalk(seed), settings)
  // The first execution of a process initialises what is lazy, and is discarded by every search.
  if (seed < 0) continue
  const recorded = await run(body, randomWalk(seed), { ...settings, record: true })
  assert.equal(recorded.traceHash, first.traceHash, `seed ${seed}: the second execution differs`)
  const replayed = await run(body, follow(recorded.deviations), settings)
  assert.equal(replayed.traceHash, first.traceHash, `seed ${seed}: the replay differs`)
  assert.deepEqual(replayed.unmet, [], `seed ${seed}: the replay missed a deviation`)
  all = mix(all, first.traceHash, seed)
}
process.stdout.write(String(all))
process.exit()
