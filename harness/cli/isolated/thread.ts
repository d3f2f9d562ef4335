// The thread that executes a subject which keeps state at module level: it loads scenario and variant for itself, executes, and posts
// what happened as plain data. It is thrown away with whatever the subject has kept.
import { parentPort, workerData } from 'node:worker_threads'
import { scenarioBody } from '../../callers/run-workload.js'
import type { Execution } from '../../core/execution.js'
import type { Body } from '../../core/runtime.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Workload } from '../../core/workload.js'
import { plainData } from '../../reporters/plain-data.js'
import { takePlaceOf } from '../../runtimes/node/files/directory.js'
import { adoptPulse, beat } from '../../runtimes/node/kernel/heartbeat.js'
import { real } from '../../runtimes/node/kernel/real.js'
import { packError, serveExecutions } from '../../runtimes/node/threads/index.js'
import { exitCallSite } from '../child/exit-call-site.js'
import { fillIn, type Loose } from '../child/fill-in.js'
import { findScenario } from '../child/find-scenario.js'
import { loadVariant } from '../child/load-variant.js'
import type { ThreadMessage, ThreadStart } from './messages.js'

const BEAT_MS = 250

const { target, variant, pulse, warmUp } = workerData as ThreadStart
const port = parentPort as NonNullable<typeof parentPort>
const post = (message: ThreadMessage): void => port.postMessage(message)
const plain = (execution: Execution): Execution => plainData(execution) as Execution

const loadBodies = async (): Promise<(workload: Workload) => Body> => {
  // Whoever searches has checked it.
  const scenario = fillIn((await findScenario(target)) as Loose) as unknown as AnyScenario
  return scenarioBody(scenario, await loadVariant(scenario, variant), scenario.overrides?.[variant])
}

const serve = async (): Promise<void> => {
  const perform = serveExecutions({ bodyFor: await loadBodies(), warmUp, answer: post, plain })
  // Not before: as long as nobody listens, a thread whose modules never finish loading ends by itself.
  port.on('message', perform)
}

adoptPulse(pulse)
takePlaceOf(0)
// A turn of the loop counts as a step, as in the main thread.
real.setInterval(beat, BEAT_MS).unref()
process.on('exit', (code) => post({ type: 'exit', code, at: exitCallSite() }))
try {
  await serve()
  post({ type: 'ready' })
} catch (error) {
  post({ type: 'error', error: packError(error) })
}
