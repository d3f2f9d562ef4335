// The watchdog's own thread: sees that the thread that works makes no step any more, says where it is, and ends the process, or that
// thread alone where it is not the main one.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { removeOwnDirectories } from '../files/clean-up.js'
import { beatingThread } from '../kernel/heartbeat.js'
import { processCpuMs, userCpuMs } from './cpu-time.js'
import { END_THREAD, sayLastWords } from './last-words.js'
import { type Pause, pauseThread } from './locate.js'
import { type ThreadData, type WatchdogReport, watchdogText } from './report.js'

const POLL_MS = 250
/** Without a step for so many times the bound in real time, a call counts as blocking for good, whatever CPU time it uses. */
const BLOCKED = 6
/** Polls more, for a pause that is asked for only then. */
const PAUSE_POLLS = 20
/** For last words, and for a thread to end in. */
const LONGEST_MS = 2000

const { pulse, home, task, hasLastWords, away, cpuMs, fd, format, parentPid } = workerData as ThreadData
/** In polls, since those stand still with the machine. */
const blockedPolls = (BLOCKED * cpuMs) / POLL_MS

/** Other threads of the process are busy too, where it is not the main one that is watched. */
const usedMs = (): number => (home === 0 ? processCpuMs() : userCpuMs(task))

let lastBeat = Atomics.load(pulse, 0)
let lastBeatMs = usedMs()
let polls = 0
let pausing = false
let ending = false

const tell = (report: WatchdogReport): void =>
  writeAll(format === 'json' ? `${JSON.stringify(report)}\n` : `\n${watchdogText(report)}\n`)

const endProcess = (): void => {
  removeOwnDirectories()
  process.kill(process.pid, 'SIGKILL')
}

/** This thread ends with the one that it watches; where that does not end, the process has to. */
const endThread = (pause: Pause): void => {
  removeOwnDirectories(home)
  pause.end(END_THREAD)
  setTimeout(endProcess, LONGEST_MS)
}

/** The thread may have something to say first, which must not take long. */
const endPaused = (pause: Pause, report: WatchdogReport): void => {
  tell(report)
  let over = false
  const end = () => {
    if (over) return
    over = true
    if (home === 0) endProcess()
    else endThread(pause)
  }
  if (hasLastWords) pause.evaluate(sayLastWords(watchdogText(report)), end)
  setTimeout(end, hasLastWords ? LONGEST_MS : 0)
}

/** A pipe takes as much as there is room for. */
const writeAll = (text: string): void => {
  for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest))
}

const poll = (): void => {
  // The process that started this one is gone, by whatever signal: nobody reads what the search finds.
  if (parentPid !== null && process.ppid !== parentPid) endProcess()
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
  if (!ending && polls >= blockedPolls + PAUSE_POLLS) {
    tell({ type: 'watchdog', cpuMs: spentMs(), at: null, stack: [] })
    endProcess()
  }
}

const spentMs = (): number => Math.round(usedMs() - lastBeatMs)

const diagnose = (): void => {
  pausing = true
  const [beat, cpuMs] = [lastBeat, spentMs()]
  pauseThread(beatingThread(pulse) || home, (pause) => {
    // It came back just before it was paused: a long step, no runaway.
    if (Atomics.load(pulse, 0) !== beat) {
      pausing = false
      return pause.resume()
    }
    const [first] = pause.places
    const stack = pause.places.map(({ name, file, line }) => `${name} (${file}:${line})`)
    ending = true
    endPaused(pause, { type: 'watchdog', cpuMs, at: first === undefined ? null : `${first.file}:${first.line}`, stack })
  })
}

setInterval(poll, POLL_MS)
