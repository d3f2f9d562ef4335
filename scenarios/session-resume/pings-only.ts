// Connections whose other end has gone without a word: a ping now and then shows whether they still work.
import type { Heartbeat } from '../session-gateway/heartbeat.js'
import type { State } from '../session-gateway/session.js'

export { createResume } from './fixed.js'

export const createHeartbeat = ({ settings: { pingMs } }: State): Heartbeat => ({
  watch(client) {
    if (pingMs === 0) return
    const beats = setInterval(() => client.ping(), pingMs)
    client.on('close', () => clearInterval(beats))
  },
})
