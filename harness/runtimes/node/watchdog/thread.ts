// The watchdog's own thread: sees that the thread that works makes no step any more, says where it is, and ends the process.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { removeOwnDirectories } from '../files/clean-up.js'
import { beatingThread } from '../kernel/heartbeat.js'
import { type Pause, pauseThread } from './locate.js'
import { type ThreadData, type WatchdogReport, watchdogText } from './report.js'

const POLL_MS = 250
/** Without a step for so many times the bound in real time, a call counts as blocking for good, whatever CPU time it uses. */
const BLOCKED = 6
/** Polls more, for a pause that is asked for only then. */
const PAUSE_POLLS = 20

const { pulse, away, cpuMs, fd, format, parentPid } = workerData as ThreadData
/** In polls, since those stand still with the machine. */
const blockedPolls = (BLOCKED * cpuMs) / POLL_MS

/** What the system does for the process is left out: on a machine that is short of memory that is paging, and no loop. */
const usedMs = (): number => process.cpuUsage().user / 1000

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
  if (cpuMs === 0) return
  if (!pausing && (usedMs() - lastBeatMs >= cpuMs || polls >= blockedPolls)) diagnose()
  // Not even a pause reaches it.
  if (polls >= blockedPolls + PAUSE_POLLS) end({ type: 'watchdog', cpuMs: spentMs(), at: null, stack: [] })
}

const spentMs = (): number => Math.round(usedMs() - lastBeatMs)

const diagnose = (): void => {
  pausing = true
  const [beat, cpuMs] = [lastBeat, spentMs()]
  pauseThread(beatingThread(pulse), ({ places, resume }: Pause) => {
    // It came back just before it was paused: a long step, no runaway.
    if (Atomics.load(pulse, 0) !== beat) {
      pausing = false
      return resume()
    }
    const [first] = places
    const stack = places.map(({ name, file, line }) => `${name} (${file}:${line})`)
    end({ type: 'watchdog', cpuMs, at: first === undefined ? null : `${first.file}:${first.line}`, stack })
  })
}

setInterval(poll, POLL_MS)
