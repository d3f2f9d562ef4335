// Turns: a prompt goes to the worker of a session, and its answer comes back.
import type { Attach } from './attach.js'
import { notFound, type State } from './session.js'

export interface Turns {
  /** Gives the answer of the session's worker. */
  prompt(id: string, text: string): Promise<string>
}

export const createTurns = ({ sessions }: State, attach: Attach): Turns => ({
  async prompt(id, text) {
    const session = sessions.get(id)
    if (session === undefined) throw notFound(id)
    session.turns++
    try {
      await attach.ready(session)
      if (session.worker === null) throw notFound(id)
      const answer = await session.worker.run(text)
      attach.turned(session)
      return answer
    } finally {
      session.turns--
      session.touchedAt = Date.now()
    }
  },
})
