// Connections whose other end has gone without a word: the system finds out and closes them.
import type { Heartbeat } from '../session-gateway/heartbeat.js'
import type { State } from '../session-gateway/session.js'

export { createResume } from './fixed.js'

export const createHeartbeat = ({ settings: { pingMs } }: State): Heartbeat => ({
  watch(_, socket) {
    if (pingMs === 0) return
    socket.setKeepAlive(true, pingMs)
  },
})
