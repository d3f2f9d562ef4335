// The writer in the background: a message is acknowledged at once and reaches the store a moment later.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './session.js'

export interface Writer {
  /** Has what is unsaved of a session saved soon. */
  put(session: Session): void
  /** Settles once nothing is left to be saved. */
  drained(): Promise<void>
}

const EVERY_MS = 50

export const createWriter = (save: (session: Session) => Promise<void>): Writer => {
  const waiting = new Set<Session>()
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      await sleep(EVERY_MS)
      const round = [...waiting]
      waiting.clear()
      // What fails stays unsaved: the next message tries again.
      await Promise.all(round.map((session) => save(session).catch(() => {})))
    }
    running = null
  }
  return {
    put(session) {
      waiting.add(session)
      running ??= run()
    },
    drained: async () => void (await running),
  }
}
