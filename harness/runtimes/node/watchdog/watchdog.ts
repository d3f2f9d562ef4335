// Never hang: a thread of its own ends what makes no step for too long, and says where it is: a process, or one worker thread of it.
import { url } from 'node:inspector'
import { threadId, Worker } from 'node:worker_threads'
import { beat, beatingThread, pulse } from '../kernel/heartbeat.js'
import { real } from '../kernel/real.js'
import { ownTask } from './cpu-time.js'
import { beEndable, hasLastWords } from './last-words.js'
import type { ThreadData, WatchdogReport } from './report.js'

/** CPU time of the process in user mode without a step, in ms. */
export const WATCHDOG_CPU_MS = 5000

export interface WatchdogOptions {
  /**
   * CPU time without a step after which it is ended, of the process or of the worker thread; also after six times as long in real time.
   * Default 5,000 ms; 0: never.
   */
  readonly cpuMs?: number
  /** File descriptor that receives the report, and whether as a line of JSON or as text. */
  readonly fd: number
  readonly format: 'json' | 'text'
  /**
   * Told where a thread that the pulse was lent to makes no step: it is for whoever lent it to end that thread, and the process goes on.
   * Default: the process is ended.
   */
  readonly onLent?: (report: WatchdogReport) => void
  /** Pid of the parent; the process ends itself when that is gone. Default: none. */
  readonly parentPid?: number
}

export interface Watchdog {
  /** Looks away until `wake`: what runs meanwhile may take as long as it likes. */
  rest(): void
  wake(): void
  stop(): void
}

const HOST_BEAT_MS = 250

/**
 * Starts the watchdog of this thread. A turn of the real loop counts as a step, as every step of an execution does: what it ends is a loop
 * or a call that lets nothing else run, in this thread or in the one that the pulse was lent to. It ends the process; of a worker
 * thread that thread alone, unless that sits in a call that nothing can interrupt. Looks away while a debugger is attached.
 */
export const startWatchdog = ({ cpuMs = WATCHDOG_CPU_MS, fd, format, parentPid, onLent }: WatchdogOptions): Watchdog => {
  const away = new Int32Array(new SharedArrayBuffer(4))
  let resting = false
  const data: ThreadData = {
    pulse,
    home: threadId,
    task: ownTask(),
    hasLastWords: hasLastWords(),
    tellsOfLent: onLent !== undefined,
    away,
    cpuMs,
    fd,
    format,
    parentPid: parentPid ?? null,
  }
  beEndable()
  const turn = () => {
    if (beatingThread() === 0) beat()
    away[0] = resting || url() !== undefined ? 1 : 0
  }
  turn()
  const turning = real.setInterval(turn, HOST_BEAT_MS)
  turning.unref()
  const thread = startThread(new URL('./thread', import.meta.url).href, data)
  if (onLent !== undefined) thread.on('message', onLent)
  thread.unref()
  thread.once('error', (error) => process.emitWarning(`the watchdog has stopped: ${error.message}`))
  return {
    rest() {
      resting = true
      turn()
    },
    wake() {
      resting = false
      turn()
    },
    stop() {
      real.clearInterval(turning)
      void thread.terminate()
    },
  }
}

/** A bare thread: nothing that the host preloads belongs in it. Run from its sources, it brings the transpiler along. */
const startThread = (module: string, workerData: ThreadData): Worker => {
  const bare = { workerData, env: { ...process.env, NODE_OPTIONS: '' }, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${module}.js`), bare)
  const transpiler = import.meta.resolve('tsx/esm/api')
  const load = `import('${transpiler}').then(({ register }) => { register(); return import('${module}.ts') })`
  return new Worker(load, { ...bare, eval: true })
}
