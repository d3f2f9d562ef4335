// What an operator may set by environment variables, in seconds.
import type { Settings } from '../session-gateway/settings.js'

const seconds = (text: string | undefined, otherwise: number): number => 1000 * Number(text ?? otherwise)

export const readSettings = (env: NodeJS.ProcessEnv): Settings => ({
  graceMs: seconds(env.SESSION_GRACE_S, 20),
  idleMs: seconds(env.SESSION_IDLE_S, 1800),
  sweepMs: seconds(env.SESSION_SWEEP_S, 60),
  pingMs: seconds(env.SESSION_PING_S, 20),
})
