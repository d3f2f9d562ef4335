// The watchdog's own thread: sees that the thread that works makes no step any more, says where it is, and ends the process, or that
// thread alone where it is not the main one.
import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { removeOwnDirectories } from '../files/clean-up.js'
import { beatingTask, beatingThread, endPreparing } from '../kernel/heartbeat.js'
import { processCpuMs, userCpuMs } from './cpu-time.js'
import { END_THREAD, sayLastWords } from './last-words.js'
import { type Pause, pauseThread } from './locate.js'
import { type ThreadData, type WatchdogReport, watchdogText } from './report.js'

const POLL_MS = 250
/** Without a step and without work for so many times the bound in real time, a call counts as blocking for good. */
const BLOCKED = 6
/** CPU time between two polls that is no work: this thread's own. On a machine that is busy elsewhere a thread that works gets more. */
const IDLE_MS = 5
/** Polls more, before a pause that was asked for counts as one that never comes. */
const PAUSE_POLLS = 20
/** For the optimizer to end what it is at. */
const SETTLE_MS = 200
/** For last words, and for a thread to end in. */
const LONGEST_MS = 2000

const { pulse, home, task, hasLastWords, tellsOfLent, away, cpuMs, fd, format, parentPid } = workerData as ThreadData
/** In polls, since those stand still with the machine. */
const blockedPolls = (BLOCKED * cpuMs) / POLL_MS

/** Other threads of the process are busy too, where it is not the main one that is watched. */
const usedMs = (): number => {
  if (home === 0) return processCpuMs()
  return userCpuMs(beatingThread(pulse) === 0 ? task : beatingTask(pulse))
}

let lastBeat = Atomics.load(pulse, 0)
let lastThread = beatingThread(pulse)
let lastBeatMs = usedMs()
let lastPollMs = lastBeatMs
/** Polls one after the other in which nothing worked, and those since a pause was asked for. */
let idlePolls = 0
let pausePolls = 0
let pausing = false
let ending = false

const tell = (report: WatchdogReport): void =>
  writeAll(format === 'json' ? `${JSON.stringify(report)}\n` : `\n${watchdogText(report)}\n`)

const endProcess = (): void => {
  endPreparing(pulse, LONGEST_MS)
  try {
    removeOwnDirectories()
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
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
  const [beat, thread] = [Atomics.load(pulse, 0), beatingThread(pulse)]
  if (beat !== lastBeat || thread !== lastThread || Atomics.load(away, 0) === 1) {
    lastBeat = beat
    lastThread = thread
    beginAnew()
    return
  }
  if (cpuMs === 0) return
  const nowMs = usedMs()
  idlePolls = nowMs - lastPollMs < IDLE_MS ? idlePolls + 1 : 0
  lastPollMs = nowMs
  if (pausing) pausePolls++
  else if (nowMs - lastBeatMs >= cpuMs || idlePolls >= blockedPolls) diagnose()
  // Not even a pause reaches it.
  if (!ending && pausePolls >= blockedPolls + PAUSE_POLLS) {
    const report: WatchdogReport = { type: 'watchdog', cpuMs: spentMs(), at: null, stack: [] }
    if (handOver(report)) return
    tell(report)
    endProcess()
  }
}

const beginAnew = (): void => {
  lastBeatMs = usedMs()
  lastPollMs = lastBeatMs
  idlePolls = 0
  pausePolls = 0
}

const spentMs = (): number => Math.round(usedMs() - lastBeatMs)

/** As it was before the pause, which takes CPU time itself. */
interface Seen {
  readonly beat: number
  readonly cpuMs: number
  readonly blocked: boolean
}

const diagnose = (): void => {
  pausing = true
  const seen: Seen = { beat: lastBeat, cpuMs: spentMs(), blocked: idlePolls >= blockedPolls }
  setOptimizer(false)
  setTimeout(() => pauseThread(beatingThread(pulse) || home, (pause) => paused(pause, seen)), SETTLE_MS)
}

const paused = (pause: Pause, { beat, cpuMs, blocked }: Seen): void => {
  setOptimizer(true)
  // It came back just before it was paused: a long step, no runaway.
  if (Atomics.load(pulse, 0) !== beat) {
    pausing = false
    pausePolls = 0
    pause.resume()
    return
  }
  const [first] = pause.places
  const stack = pause.places.map(({ name, file, line }) => `${name} (${file}:${line})`)
  const at = first === undefined ? null : `${first.file}:${first.line}`
  const report: WatchdogReport = { type: 'watchdog', cpuMs, at, stack, ...(blocked ? { blocked } : {}) }
  if (handOver(report)) {
    pause.resume()
    return
  }
  ending = true
  endPaused(pause, report)
}

/** Whoever has lent the pulse ends the thread that it was lent to, and takes it back. */
const handOver = (report: WatchdogReport): boolean => {
  if (!tellsOfLent || beatingThread(pulse) === 0) return false
  pausing = false
  beginAnew()
  parentPort?.postMessage(report)
  return true
}

/**
 * V8 may abort the process where the debugger comes while a function is being optimized ("Check failed: inlineability", one loop in 30 on
 * Node 20): for a moment it starts no such work.
 */
const setOptimizer = (on: boolean): void => setFlagsFromString(on ? '--opt' : '--no-opt')

setInterval(poll, POLL_MS)
