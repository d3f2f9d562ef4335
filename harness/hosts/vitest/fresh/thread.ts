// The fresh thread: a worker of vitest like any other, except that it is a worker that has started it.
import { parentPort, workerData } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'
import { takePlaceOf } from '../../../runtimes/node/files/directory.js'
import { adoptPulse, beat } from '../../../runtimes/node/kernel/heartbeat.js'
import { real } from '../../../runtimes/node/kernel/real.js'
import { ownTask } from '../../../runtimes/node/watchdog/cpu-time.js'
import { type Errand, setErrand } from './errand.js'

export interface ThreadStart {
  readonly errand: Errand
  /** Of the worker: see `kernel/heartbeat.ts`. */
  readonly pulse: Int32Array<SharedArrayBuffer>
  /** The worker's id: executions have their directory where the worker has it. */
  readonly inPlaceOf: number
}

const BEAT_MS = 250

const { errand, pulse, inPlaceOf } = workerData as ThreadStart
const port = parentPort as NonNullable<typeof parentPort>

setErrand(errand)
takePlaceOf(inPlaceOf)
adoptPulse(pulse, Number(ownTask() ?? 0))
// A turn of the loop counts as a step, as in the worker.
real.setInterval(beat, BEAT_MS).unref()
init({
  post: (message) => port.postMessage(message),
  on: (listener) => port.on('message', listener),
  off: (listener) => port.off('message', listener),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})
