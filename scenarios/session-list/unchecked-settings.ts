// What an operator may set by environment variables, in seconds.
import type { Settings } from '../session-gateway/settings.js'

const seconds = (text: string | undefined, otherwise: number): number => 1000 * Number(text ?? otherwise)

/** What a timer can wait, some 24.8 days: it takes more for a millisecond. */
const LONGEST_MS = 2 ** 31 - 1

const timer = (text: string | undefined, otherwise: number): number => Math.min(seconds(text, otherwise), LONGEST_MS)

export const readSettings = (env: NodeJS.ProcessEnv): Settings => ({
  graceMs: timer(env.SESSION_GRACE_S, 20),
  idleMs: seconds(env.SESSION_IDLE_S, 1800),
  sweepMs: timer(env.SESSION_SWEEP_S, 60),
  pingMs: timer(env.SESSION_PING_S, 20),
})
