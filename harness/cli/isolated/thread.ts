// The thread that executes a subject which keeps state at module level: it loads scenario and variant for itself, executes, and posts
// what happened as plain data. It is thrown away with whatever the subject has kept.
import { parentPort, workerData } from 'node:worker_threads'
import { scenarioBody } from '../../callers/run-workload.js'
import { HarnessError } from '../../core/errors.js'
import type { Execution } from '../../core/execution.js'
import { calm } from '../../core/policy.js'
import type { Body } from '../../core/runtime.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Workload } from '../../core/workload.js'
import { plainData } from '../../reporters/plain-data.js'
import { takeMainThreadsPlace } from '../../runtimes/node/files/directory.js'
import { createNodeRuntime } from '../../runtimes/node/index.js'
import { adoptPulse, beat } from '../../runtimes/node/kernel/heartbeat.js'
import { real } from '../../runtimes/node/kernel/real.js'
import { exitCallSite } from '../child/exit-call-site.js'
import { fillIn, type Loose } from '../child/fill-in.js'
import { findScenario } from '../child/find-scenario.js'
import { loadVariant } from '../child/load-variant.js'
import { packError } from './crossing-error.js'
import type { ExecutionRequest, ThreadMessage, ThreadStart } from './messages.js'

const BEAT_MS = 250
/** A module can load another one, each for the first time. */
const IMPORTS_AT_MOST = 5

const { target, variant, pulse, warmUp } = workerData as ThreadStart
const port = parentPort as NonNullable<typeof parentPort>
const runtime = createNodeRuntime()
const post = (message: ThreadMessage): void => port.postMessage(message)

/** What a subject recorded may be anything at all, also what cannot be cloned. */
const postExecution = (execution: Execution): void => {
  try {
    post({ type: 'executed', execution })
  } catch {
    post({ type: 'executed', execution: plainData(execution) as Execution })
  }
}

const loadBodies = async (): Promise<(workload: Workload) => Body> => {
  // Whoever searches has checked it.
  const scenario = fillIn((await findScenario(target)) as Loose) as unknown as AnyScenario
  return scenarioBody(scenario, await loadVariant(scenario, variant), scenario.overrides?.[variant])
}

const warm = async (body: Body, { settings }: ExecutionRequest): Promise<void> => {
  for (let imports = 0; ; imports++) {
    try {
      await runtime.execute(body, { ...settings, policy: calm, record: false })
      return
    } catch (error) {
      const isImport = error instanceof HarnessError && error.code === 'IMPORT_INSIDE_EXECUTION'
      if (!isImport || imports === IMPORTS_AT_MOST) throw error
    }
  }
}

const serve = async (): Promise<void> => {
  const bodyFor = await loadBodies()
  let cold = warmUp
  const perform = async (request: ExecutionRequest): Promise<void> => {
    const body = bodyFor(request.workload)
    if (cold) await warm(body, request)
    cold = false
    postExecution(await runtime.execute(body, request.settings))
  }
  // Not before: as long as nobody listens, a thread whose modules never finish loading ends by itself.
  port.on('message', (request: ExecutionRequest) => perform(request).catch(fail))
}

const fail = (error: unknown): void => post({ type: 'error', error: packError(error) })

adoptPulse(pulse)
takeMainThreadsPlace()
// A turn of the loop counts as a step, as in the main thread.
real.setInterval(beat, BEAT_MS).unref()
process.on('exit', (code) => post({ type: 'exit', code, at: exitCallSite() }))
try {
  await serve()
  post({ type: 'ready' })
} catch (error) {
  fail(error)
}
