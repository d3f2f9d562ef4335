// What a watchdog has to say before it ends the process, and what its thread needs to know.
import { HarnessError } from '../../../core/errors.js'

export interface WatchdogReport {
  readonly type: 'watchdog'
  /** CPU time in user mode since the last step. */
  readonly cpuMs: number
  /** `file:line` of the innermost frame of the subject's; `null` where nothing could interrupt the call. */
  readonly at: string | null
  /** `name (file:line)`, innermost first. */
  readonly stack: readonly string[]
  /** It waited in a call, and used no CPU time. */
  readonly blocked?: boolean
}

export interface ThreadData {
  /** See `kernel/heartbeat.ts`. */
  readonly pulse: Int32Array<SharedArrayBuffer>
  /** Id of the thread that is watched where the pulse was lent to no other one; 0: the main thread. */
  readonly home: number
  /** Number that the system has for that thread; `null`: the CPU time of the whole process counts. */
  readonly task: string | null
  /** What a thread that the pulse was lent to comes to is told, and is not this thread's to end. */
  readonly tellsOfLent: boolean
  /** It has something to say before it is ended: see `last-words.ts`. */
  readonly hasLastWords: boolean
  /** One cell: 1 while it is to look away, since a debugger is attached or nothing runs that is its business. */
  readonly away: Int32Array<SharedArrayBuffer>
  /** 0: loops are left alone; only the parent is watched. */
  readonly cpuMs: number
  /** Where the report goes, and how: a line of JSON for a program, text for a person. */
  readonly fd: number
  readonly format: 'json' | 'text'
  /** The process that must stay alive; `null`: none. */
  readonly parentPid: number | null
}

/** As an error of the thread that was ended. */
export const watchdogError = ({ stack, ...facts }: WatchdogReport): HarnessError =>
  new HarnessError('WATCHDOG', [watchdogSentence(facts), ...stack.slice(0, 10).map((frame) => `    at ${frame}`)].join('\n'), {
    usually: 'a loop of the subject that waits for something that only another task can bring about',
    remedy: 'let the loop await something real (a timer, I/O, an event)',
  })

export const watchdogText = (report: WatchdogReport): string => watchdogError(report).message

export const watchdogSentence = ({ cpuMs, at, blocked = false }: Pick<WatchdogReport, 'cpuMs' | 'at' | 'blocked'>): string => {
  if (at === null) return `no step for ${seconds(cpuMs)} of CPU time: a blocking call that nothing can interrupt`
  return blocked
    ? `no step, and no work: the call at ${at} blocks the thread for good`
    : `no step for ${seconds(cpuMs)} of CPU time: the loop at ${at} never lets another task run`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
