// When a run counts as hung: nothing has happened for a while, and nothing is left that could still happen by itself.
import type { End } from '../../core/execution.js'
import type { ArmedTimer } from './resources.js'

export interface StillnessOptions {
  /** Real ms without an event after which a run may be given up. */
  readonly patienceMs: number
  /** Events so far. */
  readonly events: () => number
  /** Requests that the dispatcher has taken and not dealt with. */
  readonly unanswered: () => number
  readonly timers: () => readonly ArmedTimer[]
  /** Native work that is under way. */
  readonly working: () => readonly string[]
  /** Connections to somebody who is neither the dispatcher nor in this process. */
  readonly strangers: () => readonly string[]
  /** Settles when the dispatcher has dealt with all that has reached it. */
  readonly peerIsIdle: () => Promise<void>
  /** Gives up the calls that an injected fault has swallowed; whether there were any. */
  readonly giveUp: () => boolean
  /** Who has not come to an end. */
  readonly waiting: () => readonly string[]
}

export interface Stillness {
  /** Settles with the end of a run that hangs. */
  readonly hung: Promise<End>
  stop(): void
}

/** Counted in ticks of the loop, since those stand still with a machine that is busy elsewhere. */
const TICK_MS = 100
/** What would happen within this time is waited for. */
const LONGEST_MS = 60_000
/** However much happens. */
const RUN_AT_MOST_MS = 10 * 60_000

/**
 * `deadlock` is a claim that is earned: no timer is armed, no native work is under way, everybody at the other end of a connection is
 * known, and idle. Else the end is `limit`: the run hung, but something might still have happened, so that nothing can be said.
 */
export const watchStillness = (options: StillnessOptions): Stillness => {
  const { patienceMs, events, unanswered } = options
  const longestMs = Math.max(LONGEST_MS, patienceMs)
  let last = -1
  let quietMs = 0
  let totalMs = 0
  let asking = false
  let settle: (end: End) => void = () => {}
  const hung = new Promise<End>((resolve) => {
    settle = resolve
  })
  const ask = async (): Promise<void> => {
    asking = true
    await options.peerIsIdle()
    asking = false
    if (events() !== last || options.giveUp()) quietMs = 0
    else {
      const end = endOf(quietMs, options)
      if (end !== null) settle(end)
    }
  }
  const tick = (): void => {
    const count = events()
    totalMs += TICK_MS
    quietMs = count !== last ? 0 : quietMs + TICK_MS
    last = count
    const isQuiet = quietMs >= (unanswered() > 0 ? longestMs : patienceMs)
    if (totalMs >= RUN_AT_MOST_MS) settle(limit(`it went on for ${RUN_AT_MOST_MS / 60_000} minutes`, options))
    else if (isQuiet && !asking) void ask()
    // A dispatcher that hangs itself, or is stopped, does not even say whether it is idle.
    else if (asking && quietMs >= longestMs + patienceMs)
      settle(limit(`${quietFor(quietMs)}, the dispatcher not even idle`, options))
  }
  const timer = setInterval(tick, TICK_MS)
  return { hung, stop: () => clearInterval(timer) }
}

/** `null`: what is under way is waited for. */
const endOf = (quietMs: number, options: StillnessOptions): End | null => {
  const { patienceMs, timers, working, strangers, unanswered } = options
  const armed = timers().filter(({ referenced }) => referenced)
  const long = armed.filter(({ periodic, ms }) => !periodic && ms >= patienceMs)
  const mayEnd = working().length > 0 || long.some(({ leftMs }) => leftMs < LONGEST_MS)
  if (mayEnd && quietMs < LONGEST_MS) return null
  const quiet = quietFor(quietMs)
  if (unanswered() > 0) return limit(`${quiet}, and the dispatcher still has a request to deal with`, options)
  const [work] = working()
  const [stranger] = strangers()
  if (work !== undefined) return limit(`${quiet}, and native work (${work}) is still under way`, options)
  const [timer] = long.length > 0 ? long : armed
  if (timer !== undefined) return limit(`${quiet}, and a timer of ${timer.ms} ms is still armed`, options)
  if (stranger !== undefined) return limit(`${quiet}, and ${stranger} may still answer`, options)
  return end('deadlock', `${quiet}, and nothing is left that could`, options)
}

const end = (kind: End['kind'], why: string, { waiting }: StillnessOptions): End => {
  const who = waiting()
  return { kind, message: `${who.length === 0 ? 'the body' : who.join(', ')} never settles: ${why}`, waiting: who }
}

const limit = (why: string, options: StillnessOptions): End => end('limit', why, options)

const quietFor = (ms: number): string => `nothing has happened for ${seconds(ms)}`

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`
