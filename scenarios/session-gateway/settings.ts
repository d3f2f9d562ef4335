// What an operator may set by environment variables, in seconds.

export interface Settings {
  /** How long a session waits for its client to come back. */
  readonly graceMs: number
  /** Without a turn for so long a session is idle. */
  readonly idleMs: number
  /** How often the idle reaper looks; 0: never. */
  readonly sweepMs: number
  /** How often a connection is pinged; 0: never. A ping that is not answered by the next one ends it. */
  readonly pingMs: number
}

const SECONDS = /^\d+(\.\d+)?$/

/** Whatever is not a plain number of seconds is as good as nothing: a typo must not keep the gateway from starting. */
const seconds = (text: string | undefined, otherwise: number): number =>
  1000 * (SECONDS.test(text ?? '') ? Number(text) : otherwise)

/** What a timer can wait, some 24.8 days: it takes more for a millisecond. */
const LONGEST_MS = 2 ** 31 - 1

const timer = (text: string | undefined, otherwise: number): number => Math.min(seconds(text, otherwise), LONGEST_MS)

export const readSettings = (env: NodeJS.ProcessEnv): Settings => ({
  graceMs: timer(env.SESSION_GRACE_S, 20),
  idleMs: seconds(env.SESSION_IDLE_S, 1800),
  sweepMs: timer(env.SESSION_SWEEP_S, 60),
  pingMs: timer(env.SESSION_PING_S, 20),
})

export const settings = readSettings(process.env)
