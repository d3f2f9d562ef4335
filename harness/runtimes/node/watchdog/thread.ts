// The watchdog's own thread: sees that the thread that works makes no step any more, says where it is, and ends the process.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { removeOwnDirectories } from '../files/clean-up.js'
import { beatingThread } from '../kernel/heartbeat.js'
import { type Pause, pauseThread } from './locate.js'
import { type ThreadData, type WatchdogReport, watchdogText } from './report.js'

const POLL_MS = 250
/** Polls without a step after which a call that uses no CPU time counts as blocking for good: 30 seconds. */
const BLOCKED_POLLS = 120
/** So long a pause may take before the thread is inside a call that no interrupt reaches. */
const PAUSE_MS = 5000

const { pulse, away, cpuMs, fd, format, parentPid } = workerData as ThreadData

const usedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let lastBeat = Atomics.load(pulse, 0)
let lastBeatMs = usedMs()
let polls = 0
let pausing = false

const end = (report: WatchdogReport | null): void => {
  if (report !== null) writeAll(format === 'json' ? `${JSON.stringify(report)}\n` : `\n${watchdogText(report)}\n`)
  removeOwnDirectories()
  process.kill(process.pid, 'SIGKILL')
}

/** A pipe takes as much as there is room for. */
const writeAll = (text: string): void => {
  for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest))
}

const poll = (): void => {
  // The process that started this one is gone, by whatever signal: nobody reads what the search finds.
  if (parentPid !== null && process.ppid !== parentPid) end(null)
  const beat = Atomics.load(pulse, 0)
  if (beat !== lastBeat || Atomics.load(away, 0) === 1) {
    lastBeat = beat
    lastBeatMs = usedMs()
    polls = 0
    return
  }
  polls++
  if (cpuMs > 0 && !pausing && (usedMs() - lastBeatMs >= cpuMs || polls >= BLOCKED_POLLS)) diagnose()
}

const diagnose = (): void => {
  pausing = true
  const spentMs = Math.round(usedMs() - lastBeatMs)
  const unreachable = setTimeout(() => {
    if (Atomics.load(pulse, 0) === lastBeat) end({ type: 'watchdog', cpuMs: spentMs, at: null, stack: [] })
  }, PAUSE_MS)
  pauseThread(beatingThread(pulse), ({ places, resume }: Pause) => {
    clearTimeout(unreachable)
    // It came back just before it was paused: a long step, no runaway.
    if (Atomics.load(pulse, 0) !== lastBeat) {
      pausing = false
      return resume()
    }
    const [first] = places
    const stack = places.map(({ name, file, line }) => `${name} (${file}:${line})`)
    end({ type: 'watchdog', cpuMs: spentMs, at: first === undefined ? null : `${first.file}:${first.line}`, stack })
  })
}

setInterval(poll, POLL_MS)
