// Connections whose other end has gone without a word: no close event tells of them, only an answer that does not come.
import type { Socket } from 'node:net'
import type WebSocket from 'ws'
import type { State } from './session.js'

export interface Heartbeat {
  /** Looks after a connection, which goes over `socket`, for as long as it is open. */
  watch(client: WebSocket, socket: Socket): void
}

export const createHeartbeat = ({ settings: { pingMs } }: State): Heartbeat => ({
  watch(client) {
    if (pingMs === 0) return
    let answers = true
    const beat = (): void => {
      if (!answers) {
        client.terminate()
        return
      }
      answers = false
      client.ping()
    }
    const beats = setInterval(beat, pingMs)
    client.on('pong', () => {
      answers = true
    })
    client.on('close', () => clearInterval(beats))
  },
})
